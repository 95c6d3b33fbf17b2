'use strict';

const Database = require('better-sqlite3');
const { McpServer } = require('@modelcontextprotocol/sdk/server/mcp.js');
const { StdioServerTransport } = require('@modelcontextprotocol/sdk/server/stdio.js');
const { z } = require('zod');
const { whereClause } = require('./where.js');

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS expenses (
    id INTEGER PRIMARY KEY, category TEXT NOT NULL, month TEXT NOT NULL, cents INTEGER NOT NULL
  );
`;

const db = new Database(process.env.EXPENSES_DB || 'expenses.db');
db.exec(SCHEMA);

const server = new McpServer({ name: 'expenses', version: '1.6.0' });

server.registerTool(
  'sum_expenses',
  {
    description: 'Sum of the expenses, optionally of one category and month',
    inputSchema: { category: z.string().max(40).optional(), month: z.string().max(7).optional() },
    annotations: { readOnlyHint: true },
  },
  async ({ category, month }) => {
    const { sql, params } = whereClause({ category, month });
    const row = db.prepare('SELECT COALESCE(SUM(cents), 0) AS cents FROM expenses ' + sql).get(...params);
    return { content: [{ type: 'text', text: (row.cents / 100).toFixed(2) }] };
  },
);

server.connect(new StdioServerTransport()).catch((err) => {
  console.error('start failed:', err.message);
  process.exit(1);
});
