import { spawn, type ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { analyze, type AnalysisOptions } from '../src/analysis/analyze.js';
import { runIsolated, type Outcome } from '../src/isolation/run-isolated.js';
import type { AnalysisReport } from '../src/report/report.js';
import { folderOf } from './support/analyze-command.js';
import { lines } from './support/flow-rows.js';

const SERVER = lines(
  "import { exec } from 'node:child_process';",
  "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';",
  "import { z } from 'zod';",
  "const server = new McpServer({ name: 'disk', version: '1.0.0' });",
  "server.tool('usage', 'Disk usage of a folder below the data folder', { folder: z.string() }, async ({ folder }) => {",
  '  exec(`du -s data/${folder}`);',
  '  return { content: [] };',
  '});',
);

/** A function that nothing calls, and that takes much work. */
const costly = (name: string): string =>
  lines(
    `export function ${name}(list) {`,
    ...Array.from(
      { length: 60 },
      (_, line) => `  for (const a of list) for (const b of a.c) list[b] = a + ${line};`,
    ),
    '}',
  );

/** A package with a server, and with functions that nothing calls. */
const packageOf = (parts: number): Record<string, string> => ({
  'index.js': SERVER,
  ...Object.fromEntries(
    Array.from({ length: parts }, (_, file) => [
      `lib/part${file}.js`,
      Array.from({ length: 40 }, (_, each) => costly(`part${file}_${each}`)).join('\n'),
    ]),
  ),
});

/** More work than an analysis does. */
const LARGE = packageOf(160);

async function reportOf(files: Record<string, string>, options?: AnalysisOptions): Promise<AnalysisReport> {
  const all = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const);
  return (await analyze(new Map(all), options)).report;
}

const foundIn = ({ findings }: AnalysisReport): (string | null)[] =>
  findings.filter(({ rule_id: id }) => id === 'MCP-A001').map(({ mcp_context: { tool_name: name } }) => name);

describe('an analysis that uses up its work', () => {
  it('reports what was found, and how much was not followed', async () => {
    const report = await reportOf(LARGE);
    expect(foundIn(report)).toEqual(['usage']);
    expect(report.mcp_surface.tools).toEqual(['usage']);
    expect(report.incomplete_reasons).toContainEqual(
      expect.stringMatching(
        /^functions that nothing calls were not followed, because the package has too much code: \d+$/u,
      ),
    );
    expect(report.certification_level).toBe(0);
  }, 120_000);
});

describe('an analysis that runs out of time', () => {
  it('reports what was found, and that it was the clock', async () => {
    let looks = 0;
    const files = packageOf(40);
    // The clock is looked at before each file, and during the flows.
    const timeLeft = (): number => ((looks += 1) > Object.keys(files).length + 40 ? 0.1 : 0.9);
    const report = await reportOf(files, { timeLeft });
    expect(foundIn(report)).toEqual(['usage']);
    expect(report.incomplete_reasons.join('\n')).toMatch(/because the time limit was reached/u);
    expect(report.certification_level).toBe(0);
  }, 120_000);

  it('searches no more files when nearly all of the time is over', async () => {
    const report = await reportOf({ 'index.js': SERVER }, { timeLeft: () => 0.01 });
    expect(report.incomplete_reasons).toContain(
      'not all rules were applied, because the time limit was reached',
    );
    expect(report.incomplete_reasons).toContain('index.js: was not parsed: the time limit was reached');
  });
});

/** Processes that keep all processors busy. */
const busyProcesses = (): ChildProcess[] =>
  Array.from({ length: 2 * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );

describe('the load of the machine', () => {
  it('does not change a report', async () => {
    const job = { source: { kind: 'directory', path: folderOf(packageOf(2)) } } as const;
    const run = (): Promise<Outcome> => runIsolated(job);
    const quiet = await run();
    const others = busyProcesses();
    try {
      const loaded = await run();
      expect(loaded.kind).toBe('done');
      expect(JSON.stringify(loaded)).toBe(JSON.stringify(quiet));
    } finally {
      for (const each of others) each.kill('SIGKILL');
    }
  }, 300_000);
});
