import { readFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

interface Entry {
  name: string;
  about: string;
}

const server = new McpServer({ name: 'recipes', version: '3.0.0' });

const entries = async (): Promise<Entry[]> =>
  JSON.parse(readFileSync(new URL('./catalog.json', import.meta.url), 'utf8')) as Entry[];

for (const { name, about } of await entries())
  server.registerTool(
    name,
    { description: about, inputSchema: { dish: z.string().max(60) } },
    ({ dish }) => ({ content: [{ type: 'text', text: `${name}: ${dish.length}` }] }),
  );

await server.connect(new StdioServerTransport());
