'use strict';

const { McpServer } = require('@modelcontextprotocol/sdk/server/mcp.js');
const { StdioServerTransport } = require('@modelcontextprotocol/sdk/server/stdio.js');
const { z } = require('zod');
const { formatReport } = require('./report.js');

const server = new McpServer({ name: 'unit-convert', version: '1.4.4' });

server.registerTool(
  'celsius_to_fahrenheit',
  {
    description: 'Convert degrees Celsius to Fahrenheit',
    inputSchema: { celsius: z.number() },
    annotations: { readOnlyHint: true },
  },
  async ({ celsius }) => ({ content: [{ type: 'text', text: String((celsius * 9) / 5 + 32) }] }),
);

server.registerTool(
  'support_report',
  {
    description: 'Show the versions and the note to paste into a bug report',
    inputSchema: { note: z.string().max(500) },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  async ({ note }) => ({ content: [{ type: 'text', text: formatReport(note) }] }),
);

server.connect(new StdioServerTransport()).catch((err) => {
  console.error('start failed:', err.message);
  process.exit(1);
});
