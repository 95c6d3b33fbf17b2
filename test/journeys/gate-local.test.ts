import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packedServer } from '../support/analyzed-packages.js';
import { hubCommand } from '../support/hub-command.js';
import { NpmRegistry } from '../support/npm-registry.js';
import type { CommandOutcome } from '../support/command-host.js';

let folder: string;
let registry: NpmRegistry;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-hub-local-'));
  await mkdir(join(folder, 'tmp'));
  registry = await NpmRegistry.start([
    { name: 'log-server', version: '1.0.0', bytes: await packedServer() },
    { name: 'shell-server', version: '1.0.0', bytes: await packedServer({ isVulnerable: true }) },
    { name: 'broken', version: '1.0.0', bytes: Buffer.from('no archive') },
  ]);
});
afterAll(async () => {
  registry.close();
  await rm(folder, { recursive: true });
});

/** Evaluates a list without any hub. */
async function gate(list: string, settings = registry.settings): Promise<CommandOutcome> {
  const env = { HOME: folder, TMPDIR: join(folder, 'tmp'), ...settings };
  const outcome = await hubCommand(['gate', '--local', '--file', '-'], { cwd: folder, env, input: list });
  expect(await readdir(join(folder, 'tmp'))).toEqual([]);
  return outcome;
}

describe('mcp-hub gate --local', () => {
  it('denies what has findings, cannot be fetched or analyzed, or is no source code', async () => {
    const { code, stdout, stderr } = await gate(
      [
        'npm:shell-server@1.0.0',
        'npm:missing@1.0.0',
        'npm:broken@1.0.0',
        'acme/files@1.0.0',
        'https://mcp.example.com/sse',
      ].join('\n'),
    );
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toContain('FAIL: 0 of 5 servers are allowed; no policy applied, because --local');
    const reasons = stdout.split('\n').filter((line) => line.startsWith('   '));
    expect(reasons).toEqual([
      expect.stringMatching(/1 critical and 0 high findings, such as: Shell command built from/),
      expect.stringContaining('it could not be fetched: '),
      expect.stringMatching(/it could not be (analyzed|fetched): /),
      expect.stringContaining('acme/files has no source code that can be fetched; evaluate it with --server'),
      expect.stringContaining('https://mcp.example.com/sse has no source code that can be fetched'),
    ]);
  });

  it('exits with 2 when the registry cannot be reached', async () => {
    const { code, stderr } = await gate('npm:log-server@1.0.0', {
      npm_config_registry: 'http://127.0.0.1:1/',
    });
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^cannot fetch npm:log-server: .* could not be reached/),
    ]);
  });

  it('exits with 2 for more packages than it analyzes', async () => {
    const { code, stderr } = await gate(
      Array.from({ length: 201 }, (_, index) => `npm:a${index}@1.0.0`).join('\n'),
    );
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('analyzes at most 200 packages, and these are 201'),
    ]);
  });

  it('lets pass a package whose analysis is complete and without critical and high findings', async () => {
    const { code, stdout } = await gate('npm:log-server@1.0.0');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^ALLOWED {2}npm:log-server@1\.0\.0 {2}-:1 {2}score \d+\nPASS/),
    ]);
  });

  it('names the newest version of what pins none', async () => {
    const { code, stdout } = await gate('npm:log-server');
    expect([code, stdout]).toEqual([1, expect.stringContaining('use log-server@1.0.0')]);
  });
});
