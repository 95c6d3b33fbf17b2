import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aFinding, anAnalysis } from '../support/analyses.js';
import { useAnalyses } from '../support/grc.js';
import { useHub } from '../support/suite.js';

const { t, actors } = await useHub({ RATE_LIMIT_GRC: '100000' });
const analyses = useAnalyses(t);

/** A request to the server that takes the place of the platforms. */
interface Received {
  readonly request: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

const received: Received[] = [];
const receiver = createServer((req, res) => {
  void text(req).then((body) => {
    received.push({
      request: `${req.method} ${req.url}`,
      authorization: req.headers.authorization,
      body: JSON.parse(body) as unknown,
    });
    res.end('{}\n');
  });
});

/** The commands of a section of the guide, by its heading. */
async function commandsOf(): Promise<Map<string, string>> {
  const guide = await readFile('docs/grc.md', 'utf8');
  return new Map(
    guide
      .split(/^## /m)
      .slice(1)
      .map((section) => [
        section.slice(0, section.indexOf('\n')),
        [...section.matchAll(/^```bash\n([^]*?)^```$/gm)].map(([, code]) => code).join('\n'),
      ]),
  );
}

let folder: string;
let commands: Map<string, string>;
let environment: Readonly<Record<string, string>>;

/** Runs sections of the guide in one shell, after the one about the token, and returns the output of the last one. */
async function run(...headings: readonly string[]): Promise<string> {
  const script = ['A token', ...headings].map((heading) => {
    const code = commands.get(heading);
    if (code === undefined) throw new Error(`no section ${heading}`);
    return code;
  });
  const last = script.pop() ?? '';
  return new Promise((resolve, reject) => {
    execFile(
      'bash',
      ['-c', `{ :\n${script.join('\n')}\n} > /dev/null\n${last}`],
      { cwd: folder, env: { ...process.env, ...environment } },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(new Error(`exit code ${error.code}: ${stderr}`));
      },
    );
  });
}

const FINDINGS = Array.from({ length: 205 }, (_each, index) => aFinding({ title: `finding ${index}` }));

let mcp: Awaited<ReturnType<typeof analyses.mcp>>;
beforeAll(async () => {
  const org = await actors.organization();
  const { controls } = (await anAnalysis()).report;
  const failed = controls.map((control) => ({ ...control, passed: control.control_id !== 'SEC-001' }));
  mcp = await analyses.mcp(org, { findings: FINDINGS, controls: failed });
  await analyses.record(mcp.versionId, { findings: FINDINGS.slice(1), controls: failed });
  await analyses.mcp(org, { controls: controls.map((control) => ({ ...control, passed: true })) });
  const { credentials } = await actors.serviceToken(org.id, ['grc:read']);
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const platform = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), 'mcp-hub-guide-'));
  await writeFile(join(folder, 'servicenow.curl'), 'user = "hub:secret"\n');
  await mkdir(join(folder, 'bin'));
  await symlink(join(process.cwd(), 'bin/mcp-hub.cjs'), join(folder, 'bin/mcp-hub'));
  commands = await commandsOf();
  environment = {
    HUB: t.url,
    PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
    TOKEN: (credentials['authorization'] ?? '').replace('Bearer ', ''),
    VANTA: platform,
    VANTA_TOKEN: 'vanta',
    VANTA_RESOURCE_ID: 'resource',
    DRATA: platform,
    DRATA_TOKEN: 'drata',
    DRATA_CONNECTION_ID: '1',
    DRATA_RESOURCE_ID: '2',
    SERVICENOW: platform,
    SERVICENOW_TABLE: 'u_mcp_findings',
  };
});
afterAll(async () => {
  receiver.close();
  await rm(folder, { recursive: true });
});

const linesOf = async (name: string): Promise<string[]> =>
  (await readFile(join(folder, name), 'utf8')).split('\n').filter((line) => line !== '');

/** The bodies of requests to a platform, which all have its credential. */
function bodies<Body>(request: RegExp, authorization: string): Body[] {
  const requests = received.filter((each) => request.test(each.request));
  for (const each of requests) expect(each.authorization).toBe(authorization);
  return requests.map(({ body }) => body as Body);
}

describe('the commands of the guide for GRC platforms', () => {
  it('show the risk of the organization, and keep the token from other users', async () => {
    expect(JSON.parse(await run())).toMatchObject({
      summary: { total_mcps: 2, mcps_analyzed: 2 },
      severity_totals: { high: 204 },
    });
    expect((await stat(join(folder, 'grc.headers'))).mode & 0o777).toBe(0o600);
  });

  it('read all open findings, by an export and by pages', async () => {
    expect((await run('All findings')).split(/\s+/).filter((word) => word !== '')).toEqual(['204', '204']);
    expect(await linesOf('pages.ndjson')).toEqual(await linesOf('open.ndjson'));
    expect(await linesOf('findings.csv')).toHaveLength(206);
    expect(await linesOf('evidence.ndjson')).toHaveLength(3);
  });

  it('read what has changed, and nothing that has not', async () => {
    await rm(join(folder, 'since.txt'), { force: true });
    const first = (await run('What has changed')).split('\n');
    expect(first.filter((line) => line.startsWith('resolved'))).toEqual([
      expect.stringMatching(/^resolved {2}high {2}owner\/\S+ {2}finding 0 {2}20\S+Z$/),
    ]);
    expect(first).toContain('304');
    expect(first).toContain('SEC-001 1 passed, 1 failed');
    // The commands read some minutes twice.
    await t.rows(`UPDATE finding SET updated_at = updated_at - interval '1 hour'`);
    await run('What has changed');
    expect(await linesOf('changed.ndjson')).toEqual([]);
  });

  it('send all open findings to Vanta', async () => {
    await run('All findings', 'Vanta');
    const [body] = bodies<{ resourceId: string; resources: object[] }>(
      /^PUT \/v1\/resources\/custom_resource$/,
      'Bearer vanta',
    );
    expect(body?.resourceId).toBe('resource');
    expect(body?.resources).toHaveLength(204);
    expect(body?.resources[0]).toEqual({
      uniqueId: expect.any(String),
      displayName: expect.stringContaining(`${mcp.name}: finding `),
      externalUrl: `${t.url}/api/v1/grc/vulnerabilities?mcp_id=${mcp.id}`,
      customProperties: {
        severity: 'high',
        rule_id: 'MCP-A001',
        cwe: 'CWE-78',
        owasp_mcp: 'MCP05',
        mcp_name: mcp.name,
        first_detected_at: expect.stringMatching(/Z$/),
        remediation: 'Pass arguments as a list.',
      },
    });
  });

  it('send all open findings to Drata in batches, and complete the session then', async () => {
    await run('All findings', 'Drata');
    const requests = bodies<{ data?: { id: string }[]; action?: string }>(
      /^POST \/public\/v2\/custom-connections\/1\/resources\/2\/sessions\/mcp-hub-\d{14}(\/actions)?$/,
      'Bearer drata',
    );
    expect(requests.map(({ data, action }) => data?.length ?? action)).toEqual([100, 100, 4, 'complete']);
    expect(new Set(requests.flatMap(({ data = [] }) => data.map(({ id }) => id))).size).toBe(204);
  });

  it('send what has changed to ServiceNow in batches of strings', async () => {
    await rm(join(folder, 'since.txt'), { force: true });
    await run('What has changed', 'ServiceNow');
    const requests = bodies<{ records: Record<string, string>[] }>(
      /^POST \/api\/now\/import\/u_mcp_findings\/insertMultiple$/,
      `Basic ${Buffer.from('hub:secret').toString('base64')}`,
    );
    expect(requests.map(({ records }) => records.length)).toEqual([200, 5]);
    const records = requests.flatMap((request) => request.records);
    expect(
      records.flatMap((record) => Object.values(record)).every((value) => typeof value === 'string'),
    ).toBe(true);
    expect(records.filter(({ status }) => status === 'resolved')).toHaveLength(1);
  });

  it('show which controls are not satisfied', async () => {
    expect(await run('OSCAL')).toContain(`${mcp.name}: SEC-001 Injection prevention\n`);
  });

  it('compute the hashes of evidence again', async () => {
    await run('All findings');
    const lines = (await run('Evidence')).trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line).toMatch(/^valid owner\/\S+ \d$/);
    const [first = '', ...others] = await linesOf('evidence.ndjson');
    const changed = first.replace('"global_score":85', '"global_score":86');
    await writeFile(join(folder, 'evidence.ndjson'), `${[changed, ...others].join('\n')}\n`);
    expect((await run('Evidence')).split(' ')[0]).toBe('changed');
  });

  it('fail when an export is refused, so that nothing is sent on', async () => {
    const before = received.length;
    const token = environment;
    environment = { ...environment, TOKEN: 'mcp_svc_unknown' };
    try {
      await expect(run('All findings', 'Vanta')).rejects.toThrow('401');
      expect(received).toHaveLength(before);
    } finally {
      environment = token;
    }
  });

  it('verify the audit trail with the keys and a checkpoint alone', async () => {
    const printed = await run('Audit trail');
    expect(printed).toMatch(/^3 snapshots of 2 MCPs, 0 without an exported event$/m);
    expect(printed).toMatch(/^1 checkpoints compared, /m);
    expect(printed).toMatch(/\nvalid\n$/);
    expect((await linesOf('audit-events.ndjson')).length).toBeGreaterThan(3);
  });
});
