'use strict';

const ejs = require('ejs');
const { McpServer } = require('@modelcontextprotocol/sdk/server/mcp.js');
const { StdioServerTransport } = require('@modelcontextprotocol/sdk/server/stdio.js');
const { z } = require('zod');

const DEFAULT_LETTER = 'Dear <%= customer.name %>,\n\nyour balance is <%= customer.balance %> EUR.\n';

const server = new McpServer({ name: 'letters', version: '3.2.0' });

server.tool(
  'render_letter',
  'Render the reminder letter for a customer',
  {
    name: z.string().max(80),
    balance: z.number(),
    template: z.string().max(4000).optional(),
  },
  async ({ name, balance, template }) => {
    const customer = { name, balance };
    const letter = ejs.render(template || DEFAULT_LETTER, { customer });
    return { content: [{ type: 'text', text: letter }] };
  },
);

server.connect(new StdioServerTransport()).catch((err) => {
  console.error('start failed:', err.message);
  process.exit(1);
});
