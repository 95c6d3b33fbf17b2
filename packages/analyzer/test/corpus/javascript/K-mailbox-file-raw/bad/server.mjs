import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
import { unread } from './mailbox.mjs';

const server = new McpServer({ name: 'mailbox', version: '0.5.1' });

server.registerTool(
  'unread_mail',
  {
    description: 'The unread mail of the user',
    inputSchema: { limit: z.number().int().min(1).max(20).default(5) },
    annotations: { readOnlyHint: true },
  },
  async ({ limit }) => {
    const messages = await unread(limit);
    return {
      content: [{ type: 'text', text: messages.map((m) => `From: ${m.from}\n\n${m.body}`).join('\n---\n') }],
    };
  },
);

await server.connect(new StdioServerTransport());
