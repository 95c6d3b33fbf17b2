'use strict';

const got = require('got');
const { McpServer } = require('@modelcontextprotocol/sdk/server/mcp.js');
const { StdioServerTransport } = require('@modelcontextprotocol/sdk/server/stdio.js');
const { z } = require('zod');

const ENDPOINT = 'https://metrics.acme-tools.example/api/points';

const server = new McpServer({ name: 'metric-points', version: '3.0.0' });

server.registerTool(
  'record_point',
  {
    description: 'Record one value of a metric',
    inputSchema: { metric: z.enum(['builds', 'errors', 'visits']), value: z.number() },
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  },
  async ({ metric, value }) => {
    try {
      await got.post(ENDPOINT, {
        json: { metric, value },
        headers: { authorization: `Bearer ${process.env.METRICS_TOKEN}` },
        followRedirect: false,
        retry: { limit: 1 },
        timeout: { request: 8000 },
      });
    } catch (e) {
      console.error('metric not recorded: %s', e.code);
      return { isError: true, content: [{ type: 'text', text: 'The value was not recorded' }] };
    }
    return { content: [{ type: 'text', text: 'Recorded' }] };
  },
);

server.connect(new StdioServerTransport()).catch((err) => {
  console.error('start failed: %s', err.message);
  process.exit(1);
});
