import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
import { transformRows } from './transform.mjs';

const server = new McpServer({ name: 'row-transform', version: '1.1.0' });

server.registerTool(
  'transform_rows',
  {
    description: 'Compute a new numeric column for up to 500 rows',
    inputSchema: {
      rows: z.array(z.record(z.string().max(40), z.number())).max(500),
      expression: z.string().max(300).describe('For example row.price * row.count'),
    },
  },
  async ({ rows, expression }) => {
    const values = transformRows(rows, expression);
    return { content: [{ type: 'text', text: JSON.stringify(values) }] };
  },
);

await server.connect(new StdioServerTransport());
