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
      operation: z.enum(['sum', 'product', 'difference', 'ratio']),
      columns: z.tuple([z.string().max(40), z.string().max(40)]),
    },
  },
  async ({ rows, operation, columns }) => {
    const values = transformRows(rows, operation, columns);
    return { content: [{ type: 'text', text: JSON.stringify(values) }] };
  },
);

await server.connect(new StdioServerTransport());
