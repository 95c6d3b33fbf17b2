import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { pipeline } from 'node:stream';
import { createServer as createSecureServer } from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { makeCertificates } from '../support/certificates.js';
import { CiGate, commitOf } from '../support/ci-gate.js';
import { PullRequest } from '../support/pull-request.js';
import type { CommandOutcome } from '../support/command-host.js';

type Variables = Readonly<Record<string, string>>;

const ACTION = join(process.cwd(), 'integrations/github');
const SERVER = 'acme/files';

let ci: CiGate;
let guide: string;
let api: string;
let settings: Variables;
const pull = new PullRequest();
/** The machine of the pipeline: `mcp-hub` is on its PATH. */
let machine: string;
/** The working directory of a job. */
let folder: string;

beforeAll(async () => {
  ci = await CiGate.start();
  await ci.server(SERVER, [{ commit: commitOf('c'), semver: '1.2.0', score: 80 }]);
  const { client, id } = await ci.withPolicies({ target_type: 'SCORE', target_value: 'min:70' });
  settings = {
    MCP_HUB_URL: ci.t.url,
    MCP_HUB_ORG: id,
    MCP_HUB_TOKEN: (client.credentials['authorization'] ?? '').replace('Bearer ', ''),
    MCP_HUB_ENVIRONMENT: 'production',
  };
  guide = await readFile('docs/ci.md', 'utf8');
  api = await pull.start();
  machine = await mkdtemp(join(tmpdir(), 'mcp-hub-machine-'));
  await mkdir(join(machine, 'bin'));
  await symlink(join(process.cwd(), 'bin/mcp-hub.cjs'), join(machine, 'bin/mcp-hub'));
});
afterAll(async () => {
  pull.close();
  await ci.close();
  await rm(machine, { recursive: true });
});

beforeEach(async () => {
  folder = await mkdtemp(join(machine, 'job-'));
  [pull.comments, pull.writes, pull.status] = [[], [], 200];
});

const file = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
const list = (version: string): Promise<void> => file('servers.txt', `${SERVER}@${version}\n`);

const shell = (script: string, env: Variables): Promise<CommandOutcome> =>
  new Promise((resolve) => {
    const path = `${join(machine, 'bin')}:${process.env['PATH'] ?? ''}`;
    execFile(
      'bash',
      ['-e', '-c', script],
      { cwd: folder, env: { PATH: path, ...env } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });

/** The blocks of a section of the guide, in a language. */
function blocksOf(heading: string, language: string): string[] {
  const section = guide.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const blocks = [...section.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].filter(([, name]) => name === language);
  if (blocks.length === 0) throw new Error(`no ${language} in ${heading}`);
  return blocks.map(([, , code = '']) => code);
}

describe('the commands of the guide', () => {
  it('run the gate on a configuration and on a list, and write three formats', async () => {
    await file(
      '.mcp.json',
      JSON.stringify({ mcpServers: { files: { command: 'npx', args: ['-y', 'files@1.2.0'] } } }),
    );
    const [first = '', second = '', third = ''] = blocksOf('The command', 'bash');
    expect(await shell(first, settings)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^DENIED {3}files /),
    });
    expect(await shell(second, settings)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^ALLOWED {2}acme\/files@1\.2\.0 /),
    });
    expect((await shell(third, settings)).code).toBe(1);
    for (const name of ['gate.sarif', 'gate.xml', 'gate.md'])
      expect(existsSync(join(folder, name))).toBe(true);
  });
});

describe('a hub with a certificate of an unknown authority', () => {
  it('is not trusted, until its authority is named', async () => {
    const { authority, certificate, key } = await makeCertificates(folder);
    const target = new URL(ci.t.url);
    const tls = createSecureServer(
      { cert: await readFile(certificate), key: await readFile(key) },
      (socket) => {
        const plain = connect(Number(target.port), target.hostname);
        pipeline(socket, plain, socket, () => undefined);
      },
    );
    tls.listen(0, '127.0.0.1');
    await once(tls, 'listening');
    await list('1.2.0');
    const env = { ...settings, MCP_HUB_URL: `https://127.0.0.1:${(tls.address() as AddressInfo).port}` };
    const gate = (more: Variables = {}) => shell('mcp-hub gate --file servers.txt', { ...env, ...more });
    expect(await gate()).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /cannot trust the certificate of 127\.0\.0\.1:\d+ \(\w+\); name its authority in NODE_EXTRA/,
      ),
    });
    expect((await gate({ NODE_EXTRA_CA_CERTS: authority })).code).toBe(0);
    tls.close();
  });
});

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Variables;
  readonly with?: Variables;
}

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly required?: boolean; readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const interpolated = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_all, name: string) => values.get(name) ?? '');

/** Whether `a == 'b' && c != 'd'` is true. */
const holds = (condition: string, values: ReadonlyMap<string, string>): boolean =>
  condition.split(' && ').every((part) => {
    const [, name = '', operator, value] = /^([\w.-]+) (==|!=) '([^']*)'$/.exec(part) ?? [];
    if (operator === undefined) throw new Error(`not understood: ${part}`);
    return ((values.get(name) ?? '') === value) === (operator === '==');
  });

/** What a run of the action did. */
interface ActionRun {
  readonly code: number;
  readonly output: string;
  readonly summary: string;
  readonly uploads: Variables[];
  readonly result: string;
}

/** Runs the steps of the action as GitHub does, for a pull request. */
async function runAction(inputs: Variables): Promise<ActionRun> {
  const { inputs: declared, runs } = parse(await readFile(join(ACTION, 'action.yml'), 'utf8')) as ActionFile;
  for (const name of Object.keys(inputs)) expect(Object.keys(declared)).toContain(name);
  const temporary = await mkdtemp(join(machine, 'runner-'));
  const paths = {
    output: join(temporary, 'output'),
    summary: join(temporary, 'summary'),
    event: join(temporary, 'event'),
  };
  await Promise.all([writeFile(paths.output, ''), writeFile(paths.summary, '')]);
  await writeFile(paths.event, JSON.stringify({ pull_request: { number: 7 } }));
  const values = new Map([
    ['github.action_path', ACTION],
    ['github.event_name', 'pull_request'],
    ['github.token', 'gh-token'],
  ]);
  for (const [name, { default: preset = '' }] of Object.entries(declared))
    values.set(`inputs.${name}`, inputs[name] ?? interpolated(preset, values));
  const uploads: Variables[] = [];
  let [code, output] = [0, ''];
  for (const step of runs.steps) {
    if (code !== 0 || (step.if !== undefined && !holds(step.if, values))) continue;
    const map = (each: Variables = {}): Record<string, string> =>
      Object.fromEntries(Object.entries(each).map(([name, text]) => [name, interpolated(text, values)]));
    if (step.uses !== undefined) {
      expect(step.uses).toMatch(/^github\/codeql-action\/upload-sarif@[0-9a-f]{40}$/);
      uploads.push(map(step.with));
      continue;
    }
    // Texts of pull requests in a script could be commands.
    expect(step.run).not.toContain('${{');
    const outcome = await shell(step.run ?? '', {
      ...map(step.env),
      RUNNER_TEMP: temporary,
      GITHUB_OUTPUT: paths.output,
      GITHUB_STEP_SUMMARY: paths.summary,
      GITHUB_EVENT_PATH: paths.event,
      GITHUB_REPOSITORY: 'acme/agents',
      GITHUB_API_URL: api,
    });
    code = outcome.code;
    output += outcome.stdout + outcome.stderr;
    for (const line of (await readFile(paths.output, 'utf8')).split('\n')) {
      const [name = '', ...rest] = line.split('=');
      if (step.id !== undefined) values.set(`steps.${step.id}.outputs.${name}`, rest.join('='));
    }
  }
  const result = values.get('steps.gate.outputs.result') ?? '';
  return { code, output, summary: await readFile(paths.summary, 'utf8'), uploads, result };
}

describe('the GitHub action', () => {
  const inputs = (): Variables => {
    const [workflow = ''] = blocksOf('GitHub Actions', 'yaml');
    const { jobs } = parse(workflow) as { jobs: { gate: { steps: Step[] } } };
    const step = jobs.gate.steps.find(
      ({ uses }) => uses?.startsWith('acme/mcp-hub/integrations/github@') === true,
    );
    const values = new Map(
      Object.entries(settings).flatMap(([name, value]) => [
        [`vars.${name}`, value],
        [`secrets.${name}`, value],
      ]),
    );
    return {
      ...Object.fromEntries(
        Object.entries(step?.with ?? {}).map(([name, text]) => [name, interpolated(text, values)]),
      ),
      files: 'servers.txt\n',
    };
  };

  it('fails for a denied server, after it has shown why', async () => {
    await list('9.9.9');
    const { code, output, summary, uploads, result } = await runAction(inputs());
    expect([code, result]).toEqual([1, 'FAIL']);
    expect(output).toContain('FAIL: 0 of 1 server');
    expect(output).not.toContain(settings['MCP_HUB_TOKEN']);
    expect(summary).toMatch(/^### MCP servers: FAIL\n/);
    expect(uploads).toEqual([
      { sarif_file: expect.stringMatching(/gate\.sarif$/), category: 'mcp-hub-gate' },
    ]);
    const log = JSON.parse(await readFile(uploads[0]?.['sarif_file'] ?? '', 'utf8'));
    expect(log.runs[0].results).toHaveLength(1);
    expect(pull.comments.map(({ body }) => body)).toEqual([`<!-- mcp-hub-gate -->\n${summary}`]);
  });

  it('fails, and shows nothing, when the hub cannot be asked', async () => {
    await list('1.2.0');
    const { code, output, uploads } = await runAction({ ...inputs(), token: '' });
    expect([code, uploads, pull.writes]).toEqual([2, [], []]);
    expect(output).toContain('set MCP_HUB_TOKEN');
  });

  it('keeps one comment up to date, whoever else writes its marker', async () => {
    const other = (id: number) => ({ id, user: { login: 'someone' }, body: '<!-- mcp-hub-gate -->\nPASS' });
    pull.comments = Array.from({ length: 150 }, (_, id) => other(id));
    await list('9.9.9');
    await runAction(inputs());
    await runAction(inputs());
    await list('1.2.0');
    const { code, result } = await runAction(inputs());
    expect([code, result]).toEqual([0, 'PASS']);
    expect(pull.writes).toEqual([
      'POST /repos/acme/agents/issues/7/comments',
      'PATCH /repos/acme/agents/issues/comments/1150',
    ]);
    expect(pull.comments).toHaveLength(151);
    expect(pull.comments[150]?.body).toContain('### MCP servers: PASS');
    expect(pull.comments[0]?.body).toBe('<!-- mcp-hub-gate -->\nPASS');
    expect([...pull.authorizations]).toEqual(['Bearer gh-token']);
  });

  it('passes where there is no server, and updates the comment only if there is one', async () => {
    const { files: _files, ...others } = inputs();
    const first = await runAction(others);
    expect([first.code, first.result, first.uploads.length, pull.writes]).toEqual([0, 'NONE', 1, []]);
    pull.comments = [{ id: 5, user: { login: 'github-actions[bot]' }, body: '<!-- mcp-hub-gate -->\nold' }];
    await runAction(others);
    expect(pull.writes).toEqual(['PATCH /repos/acme/agents/issues/comments/5']);
  });

  it('does not fail because it may not comment, and leaves out what is switched off', async () => {
    await list('1.2.0');
    pull.status = 403;
    const refused = await runAction(inputs());
    expect([refused.code, refused.output]).toEqual([
      0,
      expect.stringContaining('::notice::The comment was not written'),
    ]);
    pull.status = 500;
    expect((await runAction(inputs())).code).toBe(1);
    const quiet = await runAction({ ...inputs(), comment: 'false', sarif: 'false' });
    expect([quiet.code, quiet.uploads]).toEqual([0, []]);
  });

  it('fails where no policy applied, shows why and uploads nothing, unless that is accepted', async () => {
    const own = await ci.withPolicies({
      target_type: 'SCORE',
      target_value: 'min:70',
      environments: ['production'],
    });
    const token = (own.client.credentials['authorization'] ?? '').replace('Bearer ', '');
    const misspelled = { ...inputs(), org: own.id, token, environment: 'prod' };
    await list('1.2.0');
    const refused = await runAction(misspelled);
    expect([refused.code, refused.result, refused.uploads]).toEqual([2, 'NO_POLICY', []]);
    expect(refused.summary).toContain('policies are for production');
    expect(pull.comments.map(({ body }) => body)).toEqual([`<!-- mcp-hub-gate -->\n${refused.summary}`]);
    const accepted = await runAction({ ...misspelled, 'allow-no-policy': 'true' });
    expect([accepted.code, accepted.result, accepted.uploads.length]).toEqual([0, 'PASS', 1]);
  });

  it('passes file names as they are, and accepts local programs if it is asked to', async () => {
    const name = '$(touch evil) "x".json';
    await file(name, JSON.stringify({ mcpServers: { a: { command: 'node', args: ['x.js'] } } }));
    expect((await runAction({ ...inputs(), files: `\n${name}\n` })).code).toBe(1);
    expect((await runAction({ ...inputs(), files: name, 'allow-local': 'true' })).code).toBe(0);
    expect(existsSync(join(folder, 'evil'))).toBe(false);
  });
});

describe('the GitLab template', () => {
  it('runs the gate with the inputs of the guide, and reports JUnit', async () => {
    const [example = ''] = blocksOf('GitLab CI', 'yaml');
    const { include } = parse(example) as { include: { file: string; inputs: Variables }[] };
    const [{ file: path, inputs } = { file: '', inputs: {} }] = include;
    const text = await readFile(path, 'utf8');
    const [header] = parseAllDocuments(text).map((each) => each.toJS() as unknown);
    const { spec } = header as { spec: { inputs: Record<string, { default?: string | boolean }> } };
    for (const name of Object.keys(inputs)) expect(Object.keys(spec.inputs)).toContain(name);
    const job = (
      options: string,
      more: Variables = {},
    ): {
      script: string[];
      variables: Variables;
      image: string;
      artifacts: { reports: { junit: string } };
    } => {
      const body = (text.split(/^---$/m)[1] ?? '').replace(
        /\$\[\[ inputs\.(\w+) \]\]/g,
        (_all, name: string) =>
          // As GitLab does, inside of quotes too.
          name === 'allow_no_policy'
            ? String(more[name] ?? spec.inputs[name]?.default)
            : JSON.stringify(
                name === 'options' ? options : (inputs[name] ?? spec.inputs[name]?.default ?? ''),
              ),
      );
      return (parse(body) as { 'mcp-hub-gate': ReturnType<typeof job> })['mcp-hub-gate'];
    };
    expect(job('').image).toBe('registry.example.com/mcp-hub:0.1.0');
    const run = (options: string, more: Variables = {}) => {
      const { script, variables } = job(options, more);
      return shell(script.join('\n'), { ...settings, ...variables, ...more });
    };
    expect((await run('')).code).toBe(3);
    await list('1.2.0');
    expect((await run('--file servers.txt')).code).toBe(0);
    await list('9.9.9');
    expect((await run('--file servers.txt')).code).toBe(1);
    const none = await ci.withPolicies();
    const MCP_HUB_TOKEN = (none.client.credentials['authorization'] ?? '').replace('Bearer ', '');
    const without = { MCP_HUB_ORG: none.id, MCP_HUB_TOKEN };
    await list('1.2.0');
    expect((await run('--file servers.txt', without)).code).toBe(2);
    expect((await run('--file servers.txt', { ...without, allow_no_policy: 'true' })).code).toBe(0);
    await list('9.9.9');
    expect((await run('--file servers.txt')).code).toBe(1);
    const report = await readFile(join(folder, job('').artifacts.reports.junit), 'utf8');
    expect(report).toContain('<testsuites name="mcp-hub gate" tests="1" failures="1"');
  });
});

describe('the Jenkinsfile', () => {
  it('runs the gate, and reads the report that it writes', async () => {
    const [pipeline = ''] = blocksOf('Jenkins', 'groovy');
    const [, script = ''] = /sh '([^']+)'/.exec(pipeline) ?? [];
    const [, report = ''] = /testResults: '([^']+)'/.exec(pipeline) ?? [];
    for (const name of Object.keys(settings)) expect(pipeline).toContain(`${name} = `);
    await file('mcp.json', JSON.stringify({ mcpServers: { a: { url: 'https://nobody.example/mcp' } } }));
    expect((await shell(script, settings)).code).toBe(1);
    expect(await readFile(join(folder, report), 'utf8')).toContain('<failure');
  });
});
