'use strict';

const { Server } = require('@modelcontextprotocol/sdk/server/index.js');
const { StdioServerTransport } = require('@modelcontextprotocol/sdk/server/stdio.js');
const { CallToolRequestSchema, ListToolsRequestSchema } = require('@modelcontextprotocol/sdk/types.js');

const server = new Server({ name: 'ascii-rules', version: '1.0.0' }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: 'rule',
      description: 'A horizontal rule of a width',
      annotations: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          width: { type: 'integer', minimum: 1, maximum: 200 },
          style: { type: 'string', enum: ['single', 'double'] },
        },
        required: ['width'],
      },
    },
  ],
}));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  switch (request.params.name) {
    case 'rule': {
      const { width, style } = request.params.arguments || {};
      if (!Number.isInteger(width) || width < 1) throw new Error('width must be a positive integer');
      const line = (style === 'double' ? '=' : '-').repeat(Math.min(width, 200));
      return { content: [{ type: 'text', text: line }] };
    }
    default:
      throw new Error('Unknown tool');
  }
});

server.connect(new StdioServerTransport()).catch((err) => {
  console.error('start failed:', err.message);
  process.exit(1);
});
