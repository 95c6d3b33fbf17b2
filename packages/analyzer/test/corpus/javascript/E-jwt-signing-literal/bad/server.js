'use strict';

const jwt = require('jsonwebtoken');
const { McpServer } = require('@modelcontextprotocol/sdk/server/mcp.js');
const { StdioServerTransport } = require('@modelcontextprotocol/sdk/server/stdio.js');
const { z } = require('zod');

const PORTAL = 'https://portal.acme-tools.example/api/tasks/count';

const server = new McpServer({ name: 'portal-tasks', version: '2.0.0' });

server.registerTool(
  'count_tasks',
  {
    description: 'Number of portal tasks in a state',
    inputSchema: { state: z.enum(['open', 'waiting', 'done']) },
    annotations: { readOnlyHint: true, openWorldHint: true },
  },
  async ({ state }) => {
    const session = jwt.sign({ sub: 'mcp' }, 'p0rtal-Xw3!kd82-Zr71qLh', { expiresIn: '2m', algorithm: 'HS256' });
    const response = await fetch(`${PORTAL}?state=${state}`, {
      headers: { authorization: `Bearer ${session}` },
      redirect: 'error',
      signal: AbortSignal.timeout(10000),
    });
    if (!response.ok) {
      return { isError: true, content: [{ type: 'text', text: `The portal answered ${response.status}` }] };
    }
    const body = await response.json();
    return { content: [{ type: 'text', text: String(Number(body.count)) }] };
  },
);

server.connect(new StdioServerTransport()).catch((err) => {
  console.error('start failed:', err.message);
  process.exit(1);
});
