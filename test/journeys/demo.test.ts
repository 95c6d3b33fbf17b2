import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEMO_PACKAGES, DEMO_SERVERS } from '../../src/hub/demo/demo-servers.js';
import { packFolder } from '../../src/hub/demo/packed-folder.js';
import { browserOf, PUBLIC_URL, signIn } from '../support/hub-browser.js';
import { NpmRegistry, type NpmRelease } from '../support/npm-registry.js';
import { ServerHome } from '../support/server-home.js';
import type { ServerProcess } from '../support/server-process.js';
import { eventually } from '../support/stored-artifacts.js';

const folderOf = ({ npm }: { readonly npm: string }): string => `node_modules/${npm}`;

const releaseOf = async (server: (typeof DEMO_PACKAGES)[number]): Promise<NpmRelease> => ({
  name: server.npm,
  version: server.version,
  bytes: (await packFolder(folderOf(server))).bytes,
});

/** The lines of a demo, from its first to its last one. */
async function demoOf(server: ServerProcess): Promise<string[]> {
  // Nine analyses, one after the other, on a machine that may run other tests too.
  await eventually(() => Promise.resolve(server.output.includes('asks the gate')), 240);
  const lines = server.output.split('\n').map((line) => line.trimEnd());
  return lines.slice(lines.findIndex((line) => line.includes('Demo:')));
}

/** What the gate says, and the path of the finding in the example. */
const RESULTS = [
  'PASS  modelcontextprotocol/filesystem 2026.8.31',
  'PASS  modelcontextprotocol/memory 2026.8.31',
  'PASS  modelcontextprotocol/sequential-thinking 2026.8.31',
  'FAIL  modelcontextprotocol/everything 2026.8.31: the certification level, 0, is below 1',
  'PASS  domdomegg/airtable 1.14.0',
  'FAIL  examples/vulnerable-server 1.0.0: the certification level, 0, is below 1',
];
/** The private servers of the organization, with the decision of its gate. */
const PRIVATE = [
  ['demo/git-log', '1.0.0', 'DENIED'],
  ['demo/git-log', '1.0.1', 'ALLOWED'],
  ['demo/everything', '2026.8.31', 'DENIED'],
];
const TRACE = [
  '1. server.js:9 branch comes in',
  '2. server.js:15 passed to `commitsOf`',
  '3. commits.js:8 reaches child_process.exec',
];

const COUNTS = `SELECT ${[
  ...[
    'mcp',
    'mcp_version',
    'analysis_job',
    'hub_user',
    'organization',
    'organization_member',
    'area',
    'policy',
  ],
  ...['service_token', 'upload', 'evaluation'],
]
  .map((table) => `(SELECT count(*)::int FROM ${table}) AS ${table}`)
  .join(', ')}`;

/** Reads what the administrator sees, who signs in with the password of the first start. */
async function administrator(server: ServerProcess) {
  const browser = browserOf(server);
  const { text } = await signIn(browser, 'admin');
  const { orgs } = JSON.parse(text) as { orgs: { id: string; slug: string; role: string }[] };
  expect(orgs).toMatchObject([{ slug: 'demo', role: 'OWNER' }]);
  return async (path: string) => {
    const { status, text: answer } = await browser.visit(`${PUBLIC_URL}/api/v1/orgs/${orgs[0]?.id}/${path}`);
    expect([path, status]).toEqual([path, 200]);
    return JSON.parse(answer);
  };
}

function expectResults(lines: readonly string[]): void {
  const shown = lines.map((line) => line.trim());
  expect(shown.filter((line) => /^(PASS|FAIL) /.test(line))).toEqual(RESULTS);
  expect(shown).toEqual(expect.arrayContaining(TRACE));
  expect(shown).toContainEqual(
    expect.stringMatching(/^modelcontextprotocol\/filesystem \S+: score \d+, certified/),
  );
}

function expectOrigin(lines: readonly string[], origin: string): void {
  for (const { name } of DEMO_PACKAGES)
    expect(lines).toContainEqual(expect.stringMatching(`^ +${name} \\S+ comes from ${origin}$`));
}

describe('the demo', () => {
  let registry: NpmRegistry;
  let home: ServerHome;
  let server: ServerProcess;

  beforeAll(async () => {
    const releases = await Promise.all(DEMO_PACKAGES.map(releaseOf));
    registry = await NpmRegistry.start(releases);
    home = await ServerHome.open({ DEMO: 'true', PUBLIC_URL, ...registry.settings });
    server = await home.start();
  });
  afterAll(async () => {
    await home.close();
    registry.close();
  });

  it('shows scores, and what a gate says, with the path of a vulnerability', async () => {
    const lines = await demoOf(server);
    expectOrigin(lines, 'the npm registry');
    expectResults(lines);
    expect(registry.downloads).toHaveLength(DEMO_PACKAGES.length);
    const { body } = await server.client.get('/api/v1/mcps?limit=100');
    const names = body.mcps.map(({ name }: { name: string }) => name);
    expect(names.sort()).toEqual(DEMO_SERVERS.map(({ name }) => name).sort());
  });

  it('has an organization of the administrator, with a finding that was fixed, policies and an evaluation', async () => {
    const lines = await demoOf(server);
    expect(lines).toContainEqual(expect.stringContaining(`  ${PUBLIC_URL}/orgs/demo  `));
    expect(lines.join('\n')).toMatch(/demo\/git-log 1\.0\.1: score \d+, certified[^]*deny 4 of 9 servers/);
    const read = await administrator(server);
    expect(await read('risk-posture')).toMatchObject({
      summary: { total_mcps: 2, mcps_analyzed: 2 },
      risk_trend: { resolved_critical_findings: 1 },
    });
    const { findings } = await read('findings?status=resolved');
    expect(findings).toMatchObject([{ mcp_name: 'demo/git-log', rule_id: 'MCP-A001', severity: 'critical' }]);
    expect((await read('findings?status=open&severity=high')).total).toBeGreaterThan(0);
    const { policies } = await read('policies');
    expect(policies.map(({ action }: { action: string }) => action)).toEqual(['ALLOW', 'WARN', 'DENY']);
    expect((await read('areas')).total).toBe(1);
    const { evaluations } = await read('evaluations');
    expect(evaluations).toMatchObject([{ result: 'FAIL', environment: 'production', servers: 9, denied: 4 }]);
    const { mcps } = await read(`evaluations/${evaluations[0].id}`);
    expect(
      mcps
        .slice(0, PRIVATE.length)
        .map(({ name, version, result }: Record<string, string>) => [name, version, result]),
    ).toEqual(PRIVATE);
    expect(mcps[0]).toMatchObject({ reason: 'the certification level, 0, is below 1' });
  });

  it('adds nothing at the next start, also without a registry', async () => {
    expect(await server.kill('SIGTERM')).toBe(0);
    const [before] = await home.query<Record<string, number>>(COUNTS);
    expect(before).toMatchObject({ mcp: DEMO_SERVERS.length + 2, organization: 1, policy: 3, evaluation: 1 });
    server = await home.start({ npm_config_registry: 'http://127.0.0.1:9/' });
    const lines = await demoOf(server);
    for (const { name } of DEMO_SERVERS)
      expect(lines).toContainEqual(expect.stringMatching(`^ +${name} \\S+ is in the catalog already$`));
    expectResults(lines);
    await server.kill('SIGTERM');
    expect(await home.query(COUNTS)).toEqual([before]);
  });
});

describe('a demo without a registry that is killed', () => {
  it('has the servers of the installation, and is completed by the next start, without anything twice', async () => {
    const home = await ServerHome.open({ DEMO: 'true', npm_config_registry: 'http://127.0.0.1:9/' });
    try {
      const killed = await home.start();
      await eventually(() => Promise.resolve(/: score \d/.test(killed.output)));
      await killed.kill();
      expectOrigin(killed.output.split('\n'), 'this installation');
      expect(await home.query(COUNTS)).toMatchObject([{ organization: 1, evaluation: 0 }]);
      const next = await home.start();
      expectResults(await demoOf(next));
      await next.kill('SIGTERM');
      expect(await home.query(COUNTS)).toMatchObject([
        {
          ...{ mcp: DEMO_SERVERS.length + 2, mcp_version: DEMO_SERVERS.length + PRIVATE.length },
          ...{ hub_user: 1, organization: 1, area: 1, policy: 3, service_token: 1, evaluation: 1 },
        },
      ]);
    } finally {
      await home.close();
    }
  });
});

describe('npm run demo', () => {
  it('explains itself with --help', async () => {
    const home = await ServerHome.open();
    const { code, stdout } = await home.command('demo --help');
    await home.close();
    expect(code).toBe(0);
    expect(stdout).toMatch(/Usage: mcp-hub demo[^]*npm registry if it answers[^]*adds nothing/);
  });

  it('knows the versions that are development dependencies', async () => {
    for (const server of DEMO_PACKAGES) {
      const { version } = JSON.parse(await readFile(`${folderOf(server)}/package.json`, 'utf8'));
      expect([server.npm, server.version]).toEqual([server.npm, version]);
    }
  });
});
