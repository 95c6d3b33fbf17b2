import { expect } from '@jest/globals';
import { analyze, type AnalysisOptions } from '../../src/analysis/analyze.js';
import type { AnalysisReport } from '../../src/report/report.js';
import { pythonServer } from './tool-bodies.js';

export type Texts = Readonly<Record<string, string | Uint8Array>>;

/** The report on a package. */
export const reportOn = async (files: Texts, options: AnalysisOptions = {}): Promise<AnalysisReport> =>
  (await analyze(new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])), options))
    .report;

/** The files with critical findings. */
export async function foundIn(files: Texts, options: AnalysisOptions = {}): Promise<string[]> {
  const { findings } = await reportOn(files, options);
  const critical = findings.filter(({ severity }) => severity === 'critical');
  return [...new Set(critical.map(({ location }) => location.file_path))];
}

/** A server in JavaScript with one tool. */
export const script = (body: string, before = ''): string =>
  `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\nimport { z } from 'zod';\n${before}\nconst server = new McpServer({ name: 'x', version: '1' });\nserver.registerTool('lookup', { description: 'Looks a host up.', inputSchema: { host: z.string() } }, async ({ host }) => { ${body} return { content: [] }; });\n`;
export const CLEAN = script('');
export const EVIL = script("exec('ping ' + host);", "import { exec } from 'node:child_process';");
export const PYTHON = pythonServer('pass');
export const PYTHON_EVIL = pythonServer('os.system("ping " + host)');

export const manifest = (fields: object): string =>
  JSON.stringify({ name: 'x', version: '1.0.0', ...fields });

/** The file runs in the first package, and not in the second. */
export async function expectRuns(named: Texts, without: Texts, path: string): Promise<void> {
  expect(await foundIn(named)).toEqual([path]);
  expect(await foundIn(without)).toEqual([]);
}
