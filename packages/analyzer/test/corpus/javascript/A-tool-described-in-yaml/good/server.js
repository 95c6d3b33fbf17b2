import { readdirSync, readFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { parse } from 'yaml';

const server = new McpServer({ name: 'harbor', version: '0.3.0' });
const folder = new URL('tools/', import.meta.url);

for (const file of readdirSync(folder)) {
  const { name, description, module } = parse(readFileSync(new URL(file, folder), 'utf8'));
  const { schema, handler } = await import(new URL(`${module}.js`, import.meta.url).href);
  server.registerTool(name, { description, inputSchema: schema }, handler);
}

await server.connect(new StdioServerTransport());
