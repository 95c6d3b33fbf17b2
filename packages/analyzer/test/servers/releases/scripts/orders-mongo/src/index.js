#!/usr/bin/env node
import { MongoClient } from 'mongodb';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const uri = process.env.MONGODB_URI;
if (!uri) {
  console.error('MONGODB_URI is required');
  process.exit(1);
}
const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5000, socketTimeoutMS: 15000 });
const orders = client.db('shop').collection('orders');

const registry = new Map();
const tool = (name, description, inputSchema, handler) => registry.set(name, { name, description, inputSchema, handler });

tool(
  'count_orders',
  'Number of orders in a state',
  { type: 'object', properties: { state: { type: 'string', enum: ['open', 'paid', 'sent'] } }, required: ['state'] },
  async ({ state }) => {
    if (!['open', 'paid', 'sent'].includes(state)) throw new TypeError('bad state');
    return { count: await orders.countDocuments({ state }, { maxTimeMS: 5000 }) };
  },
);

tool(
  'find_orders',
  'Find orders whose total satisfies a comparison, e.g. field=total, comparison="> 100"',
  {
    type: 'object',
    properties: { comparison: { type: 'string' }, state: { type: 'string' } },
    required: ['comparison'],
  },
  async ({ comparison, state }) => {
    const filter = { $where: `this.total ${comparison}` };
    if (typeof state === 'string') filter.state = state;
    const found = await orders.find(filter, { maxTimeMS: 5000, projection: { _id: 0, number: 1, total: 1 } }).limit(50).toArray();
    return { orders: found };
  },
);

const server = new Server({ name: 'orders-mongo', version: '0.7.0' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [...registry.values()].map(({ handler, ...t }) => t),
}));
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  const t = registry.get(params.name);
  if (!t) throw new Error('unknown tool');
  try {
    return { content: [{ type: 'text', text: JSON.stringify(await t.handler(params.arguments ?? {})) }] };
  } catch (e) {
    console.error(`${params.name}: ${e.name}`);
    return { isError: true, content: [{ type: 'text', text: 'The query failed' }] };
  }
});

await client.connect();
await server.connect(new StdioServerTransport());
