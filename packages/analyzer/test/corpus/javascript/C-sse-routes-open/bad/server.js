'use strict';

const { McpServer } = require('@modelcontextprotocol/sdk/server/mcp.js');
const { z } = require('zod');
const { serveHttp } = require('./lib/http.js');

const orders = new Map();

function buildServer() {
  const server = new McpServer({ name: 'orders', version: '1.0.0' });
  server.registerTool(
    'cancel_order',
    {
      description: 'Cancel an order. This cannot be undone.',
      inputSchema: { orderId: z.string().uuid(), confirm: z.literal(true) },
      annotations: { readOnlyHint: false, destructiveHint: true },
    },
    async ({ orderId }) => {
      const found = orders.delete(orderId);
      return { content: [{ type: 'text', text: found ? 'Cancelled' : 'No such order' }] };
    },
  );
  return server;
}

serveHttp(buildServer, { host: process.env.BIND_ADDRESS || '127.0.0.1', port: 4410 });
