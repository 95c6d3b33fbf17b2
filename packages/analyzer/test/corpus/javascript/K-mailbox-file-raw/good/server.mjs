import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
import { unread } from './mailbox.mjs';

const server = new McpServer({ name: 'mailbox', version: '0.5.1' });

server.registerTool(
  'unread_mail',
  {
    description: 'Number, senders\' domains and lengths of the unread mail of the user',
    inputSchema: { limit: z.number().int().min(1).max(20).default(5) },
    annotations: { readOnlyHint: true },
  },
  async ({ limit }) => {
    const messages = await unread(limit);
    const summary = messages.map((m) => ({
      id: m.id,
      domain: /@([a-z0-9.-]{1,80})>?$/i.exec(m.from)?.[1] ?? 'unknown',
      words: m.body.split(/\s+/).length,
    }));
    return { content: [{ type: 'text', text: JSON.stringify(summary) }] };
  },
);

await server.connect(new StdioServerTransport());
