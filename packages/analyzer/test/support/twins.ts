import { expect, it } from '@jest/globals';
import { analyze } from '../../src/analyze.js';

/** Paths with texts, or the text of the one file `index.ts`. */
export type Sources = string | Readonly<Record<string, string>>;

/** A name, a program that does harm with what a client sends, and its twin that does the same job rightly. */
export type TwinRow = readonly [name: string, harmful: Sources | undefined, harmless: Sources | undefined];

/** What most programs of the tables begin with. */
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

/** The files of a program, `HEAD`, `HIGH` and `LOW` written out, and `RUN(value)` by what is done with a value. */
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

/** The rules of a class that find something, each with where. */
export async function foundIn(files: Record<string, string>, prefix = 'MCP-A'): Promise<string[]> {
  const bytes = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const);
  const { report } = await analyze(new Map(bytes));
  const found = report.findings.filter(({ rule_id }) => rule_id.startsWith(prefix));
  return found.map(({ rule_id, location }) => `${rule_id} ${location.file_path}:${location.start_line}`);
}

/** Analyzes each program and its twin: something of class A is found in the one, and nothing in the other. */
export function twins(rows: readonly TwinRow[]): void {
  it.each(rows.map(([name, harmful, harmless]) => ({ name, harmful, harmless })))(
    '$name',
    async ({ harmful, harmless }) => {
      if (harmful !== undefined) expect(await foundIn(filesOf(harmful))).not.toEqual([]);
      if (harmless !== undefined) expect(await foundIn(filesOf(harmless))).toEqual([]);
    },
  );
}

/** The same of programs that differ in what they do with a value alone: a shell reads it, or a program gets it as it is. */
export function runTwins(rows: readonly (readonly [name: string, sources: Sources])[]): void {
  twins(
    rows.map(([name, sources]): TwinRow => [
      name,
      filesOf(sources, 'execSync(`ls ${VALUE}`)'),
      filesOf(sources, 'execFileSync("ls", ["--", VALUE])'),
    ]),
  );
}
