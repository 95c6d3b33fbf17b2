/** A server with one severe defect, in line 6. */
export const SHELL = [
  'import { exec } from "node:child_process";',
  'import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";',
  'import { z } from "zod";',
  'const server = new McpServer({ name: "ping", version: "1.0.0" });',
  'server.tool("ping", "Asks a host whether it is there.", { host: z.string() }, async ({ host }) => {',
  '  exec(`ping -c 1 ${host}`, { timeout: 5000 });',
  '  return { content: [{ type: "text", text: "asked" }] };',
  '});',
  '',
].join('\n');

/** The same without it. */
export const CLEAN = SHELL.replace(
  'exec(`ping -c 1 ${host}`, { timeout: 5000 });',
  'void host.length;',
).replace(/^import \{ exec.*\n/u, '');
