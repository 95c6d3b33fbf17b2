'use strict';

const { Server } = require('@modelcontextprotocol/sdk/server/index.js');
const { StdioServerTransport } = require('@modelcontextprotocol/sdk/server/stdio.js');
const { CallToolRequestSchema, ListToolsRequestSchema } = require('@modelcontextprotocol/sdk/types.js');
const { reportTotals } = require('./lib/reports.js');

const server = new Server({ name: 'reports', version: '1.3.0' }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: 'report_totals',
      description: 'Totals per column of a CSV report',
      inputSchema: {
        type: 'object',
        properties: { report: { type: 'string', maxLength: 120 } },
        required: ['report'],
      },
    },
  ],
}));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  if (request.params.name !== 'report_totals') throw new Error('Unknown tool');
  const report = request.params.arguments?.report;
  if (typeof report !== 'string' || report.length > 120) throw new Error('report must be a short string');
  const totals = await reportTotals(report);
  return { content: [{ type: 'text', text: JSON.stringify(totals) }] };
});

server.connect(new StdioServerTransport()).catch((err) => {
  console.error('start failed:', err.message);
  process.exit(1);
});
