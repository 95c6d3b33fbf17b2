import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEMO_PACKAGES, DEMO_SERVERS } from '../../src/hub/demo/demo-servers.js';
import { packFolder } from '../../src/hub/demo/packed-folder.js';
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
  await eventually(() => Promise.resolve(server.output.includes('asks the gate')));
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
const TRACE = [
  '1. server.js:9 branch comes in',
  '2. server.js:15 passed to `commitsOf`',
  '3. commits.js:8 reaches child_process.exec',
];

function expectResults(lines: readonly string[]): void {
  const shown = lines.map((line) => line.trim());
  expect(shown.filter((line) => /^(PASS|FAIL) /.test(line))).toEqual(RESULTS);
  expect(shown).toEqual(expect.arrayContaining(TRACE));
  expect(shown).toContainEqual(
    expect.stringMatching(/^modelcontextprotocol\/filesystem \S+: score \d+, certified/),
  );
}

describe.each(['npm registry', 'installation'])('the demo, with servers from the %s', (from) => {
  let registry: NpmRegistry;
  let home: ServerHome;
  let server: ServerProcess;

  beforeAll(async () => {
    const releases = await Promise.all(DEMO_PACKAGES.map(releaseOf));
    registry = await NpmRegistry.start(from === 'npm registry' ? releases : []);
    home = await ServerHome.open({ DEMO: 'true', ...registry.settings });
    server = await home.start();
  });
  afterAll(async () => {
    await home.close();
    registry.close();
  });

  it('shows scores, and what a gate says, with the path of a vulnerability', async () => {
    const lines = await demoOf(server);
    for (const { name } of DEMO_PACKAGES)
      expect(lines).toContainEqual(expect.stringMatching(`^ +${name} \\S+ comes from (the|this) ${from}$`));
    expectResults(lines);
    expect(registry.downloads).toHaveLength(from === 'npm registry' ? DEMO_PACKAGES.length : 0);
    const { body } = await server.client.get('/api/v1/mcps?limit=100');
    const names = body.mcps.map(({ name }: { name: string }) => name);
    expect(names.sort()).toEqual(DEMO_SERVERS.map(({ name }) => name).sort());
  });

  it('adds nothing at the next start, also without a registry', async () => {
    expect(await server.kill('SIGTERM')).toBe(0);
    const counts =
      'SELECT (SELECT count(*)::int FROM mcp) AS mcps, (SELECT count(*)::int FROM mcp_version) AS versions, (SELECT count(*)::int FROM analysis_job) AS jobs';
    const [before] = await home.query<{ mcps: number }>(counts);
    expect(before?.mcps).toBe(DEMO_SERVERS.length);
    server = await home.start({ npm_config_registry: 'http://127.0.0.1:9/' });
    const lines = await demoOf(server);
    for (const { name } of DEMO_SERVERS)
      expect(lines).toContainEqual(expect.stringMatching(`^ +${name} \\S+ is in the catalog already$`));
    expectResults(lines);
    await server.kill('SIGTERM');
    expect(await home.query(counts)).toEqual([before]);
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
