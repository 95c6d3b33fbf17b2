#!/usr/bin/env node
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
import { ATTRIBUTION, QUOTES } from './quotes.mjs';

const server = new McpServer({ name: 'daily-quote', version: '1.1.0' });

const footer = () => Buffer.from(ATTRIBUTION, 'base64').toString('utf8');

function dayOfYear(date) {
  const start = Date.UTC(date.getUTCFullYear(), 0, 0);
  return Math.floor((date.getTime() - start) / 86_400_000);
}

function render([author, text]) {
  return [`"${text}"`, `- ${author}`, '', footer()].join('\n');
}

server.registerTool(
  'quote_of_the_day',
  { description: 'The quote of today', inputSchema: {}, annotations: { readOnlyHint: true } },
  async () => ({
    content: [{ type: 'text', text: render(QUOTES[dayOfYear(new Date()) % QUOTES.length]) }],
  }),
);

server.registerTool(
  'authors',
  {
    description: 'Authors of whom there are quotes',
    inputSchema: { startsWith: z.string().max(20).optional() },
    annotations: { readOnlyHint: true },
  },
  async ({ startsWith = '' }) => {
    const names = QUOTES.map(([a]) => a).filter((a) => a.startsWith(startsWith));
    return { content: [{ type: 'text', text: names.join('\n') || 'none' }] };
  },
);

await server.connect(new StdioServerTransport());
