import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
import { accountOf } from './payee.mjs';

const server = new McpServer({ name: 'standing-orders', version: '1.0.0' });

server.registerTool(
  'payment_slip',
  {
    description: 'Text of a payment slip for a known payee',
    inputSchema: { payee: z.enum(['rent', 'power']), euros: z.number().positive().max(5000) },
    annotations: { readOnlyHint: true },
  },
  async ({ payee, euros }) => {
    const slip = [`Account: ${accountOf(payee)}`, `Amount: ${euros.toFixed(2)} EUR`, `Purpose: ${payee}`];
    return { content: [{ type: 'text', text: slip.join('\n') }] };
  },
);

await server.connect(new StdioServerTransport());
