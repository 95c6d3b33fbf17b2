'use strict';

const { Server } = require('@modelcontextprotocol/sdk/server/index.js');
const { StdioServerTransport } = require('@modelcontextprotocol/sdk/server/stdio.js');
const { CallToolRequestSchema, ListToolsRequestSchema } = require('@modelcontextprotocol/sdk/types.js');
const { formatAmount } = require('./lib/format.js');

const server = new Server({ name: 'vat', version: '1.0.2' }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: 'add_vat',
      description: 'Add value-added tax to an amount in euros',
      annotations: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: { net: { type: 'number' }, rate: { type: 'number', minimum: 0, maximum: 100 } },
        required: ['net', 'rate'],
      },
    },
  ],
}));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  if (request.params.name !== 'add_vat') throw new Error('Unknown tool');
  const net = Number(request.params.arguments?.net);
  const rate = Number(request.params.arguments?.rate);
  if (!Number.isFinite(net) || !(rate >= 0 && rate <= 100)) throw new Error('Numbers are needed');
  return { content: [{ type: 'text', text: formatAmount(net * (1 + rate / 100), 'EUR') }] };
});

server.connect(new StdioServerTransport()).catch((err) => {
  console.error('start failed:', err.message);
  process.exit(1);
});
