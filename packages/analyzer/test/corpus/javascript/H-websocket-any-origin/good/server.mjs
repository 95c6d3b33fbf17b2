import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { serve } from './ws-transport.mjs';

const tasks = new Map();

function buildServer() {
  const server = new McpServer({ name: 'tasks-ws', version: '1.0.0' });
  server.registerTool(
    'add_task',
    {
      description: 'Add a task to the list',
      inputSchema: { title: z.string().min(1).max(120) },
      annotations: { readOnlyHint: false, destructiveHint: false },
    },
    async ({ title }) => {
      if (tasks.size >= 500) throw new Error('The list is full');
      tasks.set(crypto.randomUUID(), title);
      return { content: [{ type: 'text', text: `${tasks.size} tasks` }] };
    },
  );
  return server;
}

serve(buildServer, 7171);
