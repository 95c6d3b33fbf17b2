'use strict';

const fetch = require('node-fetch');
const { Server } = require('@modelcontextprotocol/sdk/server/index.js');
const { StdioServerTransport } = require('@modelcontextprotocol/sdk/server/stdio.js');
const { CallToolRequestSchema, ListToolsRequestSchema } = require('@modelcontextprotocol/sdk/types.js');

const API = 'http://api.parcelwatch.example/v2';

const server = new Server({ name: 'parcels', version: '1.2.0' }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: 'parcel_state',
      description: 'State of a parcel: created, moving, delivered or lost',
      inputSchema: {
        type: 'object',
        properties: { parcel: { type: 'string', pattern: '^[0-9]{10,20}$' } },
        required: ['parcel'],
      },
    },
  ],
}));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  if (request.params.name !== 'parcel_state') throw new Error('Unknown tool');
  const { parcel } = request.params.arguments || {};
  if (typeof parcel !== 'string' || !/^[0-9]{10,20}$/.test(parcel)) throw new Error('Not a parcel number');
  const response = await fetch(`${API}/parcels/${parcel}`, {
    headers: { Authorization: `Bearer ${process.env.PARCELWATCH_TOKEN}` },
    redirect: 'error',
    size: 100000,
    signal: AbortSignal.timeout(8000),
  });
  if (!response.ok) throw new Error(`Parcelwatch answered ${response.status}`);
  const { state } = await response.json();
  const known = ['created', 'moving', 'delivered', 'lost'].includes(state) ? state : 'unknown';
  return { content: [{ type: 'text', text: known }] };
});

server.connect(new StdioServerTransport()).catch((err) => {
  console.error('start failed:', err.message);
  process.exit(1);
});
