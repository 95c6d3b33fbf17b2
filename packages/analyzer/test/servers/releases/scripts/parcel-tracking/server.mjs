#!/usr/bin/env node
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const SERVICE = 'http://api.parcel-tracking.com/v3';
const STATES = new Set(['registered', 'in_transit', 'delivered', 'returned']);
const NUMBER = /^[A-Z0-9]{8,24}$/;

const apiKey = process.env.PARCEL_API_KEY;
if (!apiKey) {
  console.error('PARCEL_API_KEY is not set');
  process.exit(1);
}

async function track(number) {
  const res = await fetch(`${SERVICE}/parcels/${number}`, { headers: { 'x-api-key': apiKey }, redirect: 'error', signal: AbortSignal.timeout(8000) });
  if (res.status === 404) return { number, state: 'unknown' };
  if (!res.ok) throw new Error(`service answered ${res.status}`);
  const body = await res.json();
  return {
    number,
    state: STATES.has(body.state) ? body.state : 'other',
    updated: new Date(body.updated).toISOString(),
    stops: Array.isArray(body.stops) ? body.stops.length : 0,
  };
}

const server = new Server({ name: 'parcel-tracking', version: '1.0.8' }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: 'track_parcel',
      description: 'State of a parcel by its tracking number',
      inputSchema: {
        type: 'object',
        properties: { number: { type: 'string', pattern: NUMBER.source } },
        required: ['number'],
      },
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
  ],
}));

server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args = {} } }) => {
  if (name !== 'track_parcel') throw new Error(`unknown tool ${name}`);
  const number = String(args.number ?? '').toUpperCase();
  if (!NUMBER.test(number)) return { isError: true, content: [{ type: 'text', text: 'this is no tracking number' }] };
  try {
    return { content: [{ type: 'text', text: JSON.stringify(await track(number)) }] };
  } catch (e) {
    console.error(`track_parcel: ${e.message}`);
    return { isError: true, content: [{ type: 'text', text: 'tracking is not available' }] };
  }
});

await server.connect(new StdioServerTransport());
