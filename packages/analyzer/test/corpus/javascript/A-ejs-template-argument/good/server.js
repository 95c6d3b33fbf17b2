'use strict';

const ejs = require('ejs');
const { McpServer } = require('@modelcontextprotocol/sdk/server/mcp.js');
const { StdioServerTransport } = require('@modelcontextprotocol/sdk/server/stdio.js');
const { z } = require('zod');

const letters = {
  reminder: ejs.compile('Dear <%= customer.name %>,\n\nyour balance is <%= customer.balance %> EUR.\n'),
  thanks: ejs.compile('Dear <%= customer.name %>,\n\nthank you for your payment.\n'),
};

const server = new McpServer({ name: 'letters', version: '3.2.0' });

server.tool(
  'render_letter',
  'Render the reminder letter for a customer',
  {
    name: z.string().max(80),
    balance: z.number(),
    letter: z.enum(['reminder', 'thanks']).default('reminder'),
  },
  async ({ name, balance, letter: kind }) => {
    const customer = { name, balance };
    const letter = letters[kind]({ customer });
    return { content: [{ type: 'text', text: letter }] };
  },
);

server.connect(new StdioServerTransport()).catch((err) => {
  console.error('start failed:', err.message);
  process.exit(1);
});
