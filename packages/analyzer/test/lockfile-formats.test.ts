import { describe, expect, it } from '@jest/globals';
import { analyze } from '../src/analysis/analyze.js';
import type { AnalysisReport } from '../src/report/report.js';

const SERVER = [
  "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';",
  "const server = new McpServer({ name: 'clock', version: '1.0.0' });",
  "server.tool('now', 'The time', {}, async () => ({ content: [] }));",
].join('\n');

const MANIFEST = JSON.stringify({
  name: 'clock',
  version: '1.0.0',
  main: 'index.js',
  dependencies: { '@modelcontextprotocol/sdk': '^1.0.0' },
});

/** The header of Bun's binary format, with its shebang. */
const BINARY = Buffer.concat([
  Buffer.from('#!/usr/bin/env bun\nbun-lockfile-format-v0\n'),
  Buffer.alloc(64, 0xff),
]);

async function reportWith(lockfiles: Record<string, Buffer | string>): Promise<AnalysisReport> {
  const files = { 'index.js': SERVER, 'package.json': MANIFEST, 'test/a.test.js': '', ...lockfiles };
  const all = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const);
  return (await analyze(new Map(all))).report;
}

const lockfileScore = ({ scores }: AnalysisReport): number => scores.breakdown.supply_chain.lockfile;

describe('a lockfile that cannot be read', () => {
  it.each([
    ['bun.lockb', BINARY],
    ['bun.lock', '{ "lockfileVersion": 1 }'],
    ['package-lock.json', '{ not json'],
    ['package-lock.json', Buffer.from([0xff, 0xfe, 0xfd])],
  ])('is not observable, and everything else is: %s', async (path, content) => {
    const report = await reportWith({ [path]: content });
    expect(report).toMatchObject({ complete: true, incomplete_reasons: [] });
    expect(report.mcp_surface.tools).toEqual(['now']);
    expect(lockfileScore(report)).toBe(50);
  });

  it('does not matter beside one that can be read', async () => {
    const locked = JSON.stringify({
      lockfileVersion: 3,
      packages: {
        'node_modules/@modelcontextprotocol/sdk': { version: '1.2.0', integrity: 'sha512-AAAA' },
      },
    });
    const report = await reportWith({ 'package-lock.json': locked, 'bun.lockb': BINARY });
    expect(lockfileScore(report)).toBe(100);
  });

  it('is not the same as a lockfile that is missing', async () => {
    expect(lockfileScore(await reportWith({}))).toBe(0);
  });
});
