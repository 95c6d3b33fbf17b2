import { describe, expect, it } from '@jest/globals';
import { analyze } from '../src/analysis/analyze.js';
import type { AnalysisReport } from '../src/report/report.js';
import { lines } from './support/flow-rows.js';

async function reportOf(files: Record<string, string>): Promise<AnalysisReport> {
  const all = Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const);
  return (await analyze(new Map(all))).report;
}

const SERVER = lines(
  'import { readdirSync, readFileSync } from "node:fs";',
  'import { parse } from "yaml";',
  'import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";',
  'const server = new McpServer({ name: "tides", version: "1" });',
  'for (const file of readdirSync("tools")) {',
  '  const tool = parse(readFileSync(`tools/${file}`, "utf8"));',
  '  const { handler, schema } = await import(`../build/${tool.module}.js`);',
  '  server.registerTool(tool.name, { description: tool.description, inputSchema: schema }, handler);',
  '}',
);
const described = (name: string): string =>
  lines(`name: ${name}`, `module: harbor/${name}`, 'description: Shows a file of the harbor.');
const HANDLER = lines(
  'import { execSync } from "node:child_process";',
  'export const schema = makeSchema();',
  'export const handler = async ({ file }) => ({ content: [{ type: "text", text: String(execSync(`cat ${file}`)) }] });',
);

describe('tools that YAML files describe', () => {
  it('have the handlers of the modules that the files name', async () => {
    const report = await reportOf({
      'build/index.js': SERVER,
      'tools/show.yaml': described('show'),
      'build/harbor/show.js': HANDLER,
    });
    expect([report.complete, report.incomplete_reasons]).toEqual([true, []]);
    expect(report.mcp_surface.tools).toEqual(['show']);
    expect(report.findings.map(({ rule_id: rule }) => rule)).toContain('MCP-A001');
  });

  it('are missing when their code is', async () => {
    const report = await reportOf({
      'build/index.js': SERVER,
      'tools/show.yaml': described('show'),
      'tools/list.yaml': described('list'),
      'build/harbor/show.js': HANDLER,
    });
    expect(report.complete).toBe(false);
    expect(report.incomplete_reasons).toContain(
      'tools/list.yaml: describes the tool list, whose code was not found',
    );
  });

  it('are not resources, and not what other YAML files hold', async () => {
    const { complete, mcp_surface: surface } = await reportOf({
      'build/index.js': SERVER,
      'tools/show.yaml': described('show'),
      'resources/log.yaml': `${described('log')}uri: tides://log\n`,
      'settings.yaml': 'name: tides\ndescription: A server.\npath: a/b\n',
      'build/harbor/show.js': HANDLER,
      'build/harbor/log.js': HANDLER,
    });
    expect([complete, surface.tools]).toEqual([true, ['show']]);
  });
});

describe('a large script in a folder for third parties', () => {
  const NOTICE = '/** @license Copyright 2024 Example Authors, SPDX-License-Identifier: MIT */\n';
  const FILLER = `var data = "${'tide '.repeat(60_000)}";\n`;
  const server = lines(
    'import { McpServer, show } from "./third_party/index.js";',
    'const server = new McpServer({ name: "tides", version: "1" });',
    'server.registerTool("show", { description: "Shows it" }, async () => ({ content: [{ type: "text", text: "1" }] }));',
  );

  it('is listed as a library, and not analyzed', async () => {
    const report = await reportOf({
      'index.js': server,
      'third_party/index.js': `${NOTICE}${FILLER}export class McpServer {}\n`,
    });
    expect([report.complete, report.incomplete_reasons]).toEqual([true, []]);
    expect(report.bundles).toEqual([{ file_path: 'third_party/index.js', libraries: ['third_party'] }]);
    expect(report.mcp_surface.tools).toEqual(['show']);
  });

  it.each<[string, string]>([
    ['registers a tool', `${NOTICE}${FILLER}server.registerTool("run", {}, () => 1);\n`],
    ['has no notices of libraries', FILLER],
  ])('is analyzed when it %s', async (_, text) => {
    const report = await reportOf({ 'index.js': server, 'third_party/index.js': text });
    expect(report.bundles).toBeUndefined();
  });
});
