import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installPacked } from '../support/packed.js';

const run = promisify(execFile);
const SAMPLE = 'packages/analyzer/test/corpus/javascript/A-ejs-template-argument';

let folder: string;
let installed: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-hub-analyzer-'));
  installed = await installPacked('packages/analyzer', folder);
  await cp(join(SAMPLE, 'bad'), join(folder, 'server'), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** In a folder with only the packed analyzer and its dependencies, without the server. */
const inFolder = (program: string, ...words: string[]): Promise<{ stdout: string; stderr: string }> =>
  run(program, words, { cwd: folder });

describe('the packed analyzer', () => {
  it('contains the command, the library and its documents', async () => {
    expect((await readdir(installed)).sort()).toEqual([
      'LICENSE',
      'README.md',
      'bin',
      'dist',
      'docs',
      'package.json',
      'types',
    ]);
  });

  it('has the version of the server that needs it', async () => {
    const read = async (path: string) => JSON.parse(await readFile(path, 'utf8'));
    const { version } = await read(join(installed, 'package.json'));
    const server = await read('package.json');
    expect([server.version, server.dependencies['@mcp-hub/analyzer']]).toEqual([version, version]);
  });

  it('provides npx mcp-analyze', async () => {
    await expect(inFolder('npx', '--no', '--', 'mcp-analyze', 'server')).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('MCP-A006'),
    });
  });

  it('says which package it fetches with, which it does not bring', async () => {
    await expect(inFolder('npx', '--no', '--', 'mcp-analyze', 'files@1.0.0')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('install it beside @mcp-hub/analyzer'),
    });
  });

  it('reports which Node.js it needs, with the exit code of wrong usage', async () => {
    const old = join(folder, 'old.cjs');
    const version = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.4' } });`;
    await writeFile(old, version);
    const program = join(installed, 'bin/mcp-analyze.cjs');
    await expect(inFolder(process.execPath, '--require', old, program)).rejects.toMatchObject({
      code: 2,
      stderr: 'mcp-analyze needs Node.js 22.13 or newer; this is 20.19.4.\n',
    });
  });
});

describe('the analyzer as a library', () => {
  const SCRIPT = [
    "import { runIsolated, type AnalysisReport, type Outcome } from '@mcp-hub/analyzer';",
    "const outcome: Outcome = await runIsolated({ source: { kind: 'directory', path: 'server' } });",
    "if (outcome.kind !== 'done') throw new Error(outcome.reason);",
    'const report: AnalysisReport = outcome.analysis.report;',
    'console.log(report.findings.map((finding) => finding.rule_id).join());',
  ].join('\n');

  beforeAll(() => writeFile(join(folder, 'script.ts'), SCRIPT));

  it('analyzes in a separate process, and has types', async () => {
    const options = ['--module', 'nodenext', '--target', 'es2024', '--strict', '--outDir', '.'];
    const tsc = resolve('node_modules/typescript/bin/tsc');
    await inFolder(process.execPath, tsc, ...options, 'script.ts');
    expect((await inFolder(process.execPath, 'script.js')).stdout).toMatch(/^MCP-A006/);
  });

  it('exports only its index', async () => {
    const script = "await import('@mcp-hub/analyzer/dist/analysis/analyze.js')";
    await expect(inFolder(process.execPath, '--eval', script)).rejects.toMatchObject({
      stderr: expect.stringContaining('ERR_PACKAGE_PATH_NOT_EXPORTED'),
    });
  });
});
