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

const [first] = await entries();
server.registerTool(
  'find_dish',
  { description: first?.about, inputSchema: { dish: z.string().max(60) } },
  ({ dish }) => ({ content: [{ type: 'text', text: `${first?.name}: ${dish.length}` }] }),
);

await server.connect(new StdioServerTransport());
