#!/usr/bin/env node
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
import { UptimeApi } from './lib/api.js';

function requireEnv(name) {
  const v = process.env[name];
  if (!v) {
    console.error(`${name} must be set`);
    process.exit(1);
  }
  return v;
}

const api = new UptimeApi(requireEnv('UPTIMEBOARD_TOKEN'));
const server = new McpServer({ name: 'uptime-board', version: '1.3.0' });

server.registerTool(
  'list_monitors',
  {
    description: 'List monitors with their 30 day uptime',
    inputSchema: { status: z.enum(['up', 'down', 'paused', 'all']).default('all') },
    annotations: { readOnlyHint: true },
  },
  async ({ status }) => {
    try {
      return { content: [{ type: 'text', text: JSON.stringify(await api.monitors(status)) }] };
    } catch (e) {
      console.error('list_monitors failed', e.response?.status ?? e.code);
      return { isError: true, content: [{ type: 'text', text: 'The uptime service could not be reached' }] };
    }
  },
);

await server.connect(new StdioServerTransport());
