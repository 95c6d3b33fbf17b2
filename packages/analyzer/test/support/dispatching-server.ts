import { analyze } from '../../src/analysis/analyze.js';
import type { AnalysisReport } from '../../src/report/report.js';
import { lines } from './flow-rows.js';

/** Texts by path. */
export type Files = Readonly<Record<string, string>>;

/** The report on some files. */
export async function reportOf(files: Files): Promise<AnalysisReport> {
  const encoder = new TextEncoder();
  const bytes = new Map(Object.entries(files).map(([path, text]) => [path, encoder.encode(text)]));
  return (await analyze(bytes)).report;
}

/** A server of the low-level SDK: one handler gets the calls of all tools. */
export const dispatching = (helpers: readonly string[], cases: readonly string[]): Files => ({
  'server.ts': lines(
    'import { execSync } from "node:child_process";',
    'import { readFileSync } from "node:fs";',
    'import { Server } from "@modelcontextprotocol/sdk/server/index.js";',
    'import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";',
    ...helpers,
    'const server = new Server({ name: "a", version: "1.0.0" }, { capabilities: { tools: {} } });',
    'server.setRequestHandler(CallToolRequestSchema, async (request) => {',
    '  const { name, arguments: args } = request.params;',
    '  switch (name) {',
    ...cases,
    '  }',
    '  throw new Error("unknown tool");',
    '});',
  ),
});

/** A Python server of the low-level SDK. */
export const pythonServer = (...body: string[]): Files => ({
  'server.py': lines(
    'import subprocess',
    'import requests',
    'from mcp.server import Server',
    'server = Server("a")',
    ...body,
  ),
});
