'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const { McpServer } = require('@modelcontextprotocol/sdk/server/mcp.js');
const { StdioServerTransport } = require('@modelcontextprotocol/sdk/server/stdio.js');
const { z } = require('zod');

const server = new McpServer({ name: 'payslip-export', version: '2.1.0' });

server.registerTool(
  'export_payslips',
  {
    description: 'Write gross amounts to a temporary CSV file and return its path',
    inputSchema: { amounts: z.array(z.number()).min(1).max(1000) },
    annotations: { readOnlyHint: false, destructiveHint: false },
  },
  async ({ amounts }) => {
    const file = path.join(os.tmpdir(), `payslips-${Date.now()}.csv`);
    fs.writeFileSync(file, amounts.map((amount) => amount.toFixed(2)).join('\n'));
    return { content: [{ type: 'text', text: file }] };
  },
);

server.connect(new StdioServerTransport()).catch((err) => {
  console.error('start failed:', err.message);
  process.exit(1);
});
