import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import mysql from 'mysql2/promise';
import { z } from 'zod';
import { logEvent } from './lib/log.mjs';
import { loadSettings } from './lib/settings.mjs';

const settings = loadSettings();
logEvent('starting', { host: settings.host, database: settings.database });

const pool = mysql.createPool({ ...settings, connectionLimit: 2 });
const server = new McpServer({ name: 'library', version: '1.4.0' });

server.registerTool(
  'copies_available',
  {
    description: 'Number of available copies of a book',
    inputSchema: { isbn: z.string().regex(/^\d{13}$/) },
    annotations: { readOnlyHint: true },
  },
  async ({ isbn }) => {
    const sql = 'SELECT COUNT(*) AS n FROM copies WHERE isbn = ? AND lent_to IS NULL';
    const [rows] = await pool.query({ sql, timeout: 8000 }, [isbn]);
    return { content: [{ type: 'text', text: String(rows[0].n) }] };
  },
);

await server.connect(new StdioServerTransport());
