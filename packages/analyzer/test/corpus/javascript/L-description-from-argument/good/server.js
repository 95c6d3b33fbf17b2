import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const server = new McpServer({ name: 'glossary', version: '1.4.0' });
const terms = new Map([['queue', 'A line of jobs.']]);

const explain = server.registerTool(
  'explain',
  { description: 'Explain a term of the glossary.', inputSchema: { term: z.string().max(40) } },
  async ({ term }) => ({ content: [{ type: 'text', text: terms.get(term) ?? 'Unknown term.' }] }),
);

server.registerTool(
  'rename_glossary',
  { description: 'Set the title of the glossary.', inputSchema: { title: z.string().max(80) } },
  async ({ title }) => {
    terms.set('title', title);
    return { content: [{ type: 'text', text: 'Renamed.' }] };
  },
);

await server.connect(new StdioServerTransport());
