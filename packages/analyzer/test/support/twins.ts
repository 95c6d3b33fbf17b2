import { expect, it } from '@jest/globals';
import { analyze } from '../../src/analysis/analyze.js';

/** Files by path, or the content of the single file `index.ts`. */
export type Sources = string | Readonly<Record<string, string>>;

/** A name, a program that is harmful for some client input, and its harmless twin with the same function. */
export type TwinRow = readonly [name: string, harmful: Sources | undefined, harmless: Sources | undefined];

/** The beginning of most programs in the tables. */
const HEAD = [
  'import { execSync, execFileSync } from "child_process";',
  'import { z } from "zod";',
  'import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";',
  'import { Server } from "@modelcontextprotocol/sdk/server/index.js";',
  'import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";',
].join('\n');
const HIGH = 'const server = new McpServer({ name: "a", version: "1" });';
const LOW = 'const server = new Server({ name: "a", version: "1" });';

const MANIFEST = { 'package.json': '{"name":"x","version":"1.0.0","main":"index.js"}' };

/** The files of a program, with `HEAD`, `HIGH` and `LOW` expanded, and `RUN(value)` replaced by a use of the value. */
export function filesOf(sources: Sources, run = ''): Record<string, string> {
  const all = typeof sources === 'string' ? { 'index.ts': sources } : sources;
  const texts = Object.entries({ ...MANIFEST, ...all }).map(([path, text]): [string, string] => [
    path,
    text
      .replace('HEAD', () => HEAD)
      .replace('HIGH', () => HIGH)
      .replace('LOW', () => LOW)
      .replace(/RUN\(([^()]*(?:\([^()]*\))?[^()]*)\)/gu, (_, value: string) =>
        run.replace('VALUE', () => value),
      ),
  ]);
  return Object.fromEntries(texts);
}

/** The rules of a class with findings, each with its location. */
export async function foundIn(files: Record<string, string>, prefix = 'MCP-A'): Promise<string[]> {
  const bytes = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const);
  const { report } = await analyze(new Map(bytes));
  const found = report.findings.filter(({ rule_id }) => rule_id.startsWith(prefix));
  return found.map(({ rule_id, location }) => `${rule_id} ${location.file_path}:${location.start_line}`);
}

/** Analyzes each program and its twin: class A has findings in the program, and none in the twin. */
export function twins(rows: readonly TwinRow[]): void {
  it.each(rows.map(([name, harmful, harmless]) => ({ name, harmful, harmless })))(
    '$name',
    async ({ harmful, harmless }) => {
      if (harmful !== undefined) expect(await foundIn(filesOf(harmful))).not.toEqual([]);
      if (harmless !== undefined) expect(await foundIn(filesOf(harmless))).toEqual([]);
    },
  );
}

/** The same for programs that differ only in the use of a value: a shell interprets it, or a program gets it as an argument. */
export function runTwins(rows: readonly (readonly [name: string, sources: Sources])[]): void {
  twins(
    rows.map(([name, sources]): TwinRow => [
      name,
      filesOf(sources, 'execSync(`ls ${VALUE}`)'),
      filesOf(sources, 'execFileSync("ls", ["--", VALUE])'),
    ]),
  );
}
