#!/usr/bin/env node
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { FAMILIES, convert } from './units.js';

const unit = { type: 'string', enum: Object.values(FAMILIES).flatMap((t) => Object.keys(t)) };

const TOOLS = [
  {
    name: 'convert',
    description: 'Convert a value between units of length or mass',
    inputSchema: {
      type: 'object',
      properties: { value: { type: 'number' }, from: unit, to: unit },
      required: ['value', 'from', 'to'],
    },
    annotations: { readOnlyHint: true },
  },
];

const server = new Server({ name: 'unit-converter', version: '0.2.1' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: TOOLS }));

server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  try {
    if (params.name !== 'convert') throw new Error(`unknown tool ${params.name}`);
    const { value, from, to } = params.arguments ?? {};
    if (!Number.isFinite(value)) throw new TypeError('value has to be a finite number');
    const result = convert(value, String(from), String(to));
    return { content: [{ type: 'text', text: `${value} ${from} = ${result} ${to}` }] };
  } catch (error) {
    return {
      isError: true,
      content: [{ type: 'text', text: `Error: ${error.message}\n${error.stack}` }],
    };
  }
});

await server.connect(new StdioServerTransport());
