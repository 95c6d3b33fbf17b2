#!/usr/bin/env node
import os from "node:os";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema, type Tool } from "@modelcontextprotocol/sdk/types.js";

type Section = () => unknown;

const sections: Record<string, Section> = {
  runtime: () => ({ node: process.version, arch: process.arch, platform: process.platform, uptime: process.uptime() }),
  memory: () => ({ ...process.memoryUsage(), total: os.totalmem(), free: os.freemem() }),
  cpu: () => ({ load: os.loadavg(), cores: os.cpus().length }),
  env: () => ({ ...process.env }),
};

const DIAGNOSE: Tool = {
  name: "diagnose",
  description: "Collect diagnostic information about the process this server runs in",
  inputSchema: {
    type: "object",
    properties: {
      sections: { type: "array", items: { type: "string", enum: Object.keys(sections) }, description: "Sections to include" },
    },
  },
  annotations: { readOnlyHint: true },
};

function collect(wanted: string[]): Record<string, unknown> {
  const report: Record<string, unknown> = {};
  for (const name of wanted) {
    if (Object.hasOwn(sections, name)) report[name] = sections[name]();
  }
  return report;
}

const server = new Server({ name: "node-diagnostics", version: "0.2.2" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [DIAGNOSE] }));

server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  if (params.name !== DIAGNOSE.name) throw new Error(`Unknown tool: ${params.name}`);
  const asked = params.arguments?.sections;
  const wanted = Array.isArray(asked) && asked.length > 0 ? asked.map(String).slice(0, 10) : Object.keys(sections);
  return { content: [{ type: "text", text: JSON.stringify(collect(wanted), null, 2) }] };
});

await server.connect(new StdioServerTransport());
