'use strict';

const { McpServer } = require('@modelcontextprotocol/sdk/server/mcp.js');
const { StdioServerTransport } = require('@modelcontextprotocol/sdk/server/stdio.js');
const { z } = require('zod');

const HOST_NAME = /^([a-zA-Z0-9]+-?)+(\.([a-zA-Z0-9]+-?)+)*$/;

const server = new McpServer({ name: 'name-checks', version: '1.0.7' });

server.tool(
  'is_host_name',
  'Whether a text could be a host name',
  { name: z.string().max(10000) },
  { readOnlyHint: true },
  async ({ name }) => {
    const valid = HOST_NAME.test(name);
    return { content: [{ type: 'text', text: valid ? 'yes' : 'no' }] };
  },
);

server.connect(new StdioServerTransport()).catch((err) => {
  console.error('start failed:', err.message);
  process.exit(1);
});
