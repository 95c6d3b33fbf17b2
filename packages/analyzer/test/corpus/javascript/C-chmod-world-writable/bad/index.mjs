import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const outDir = resolve(process.env.EXPORT_DIR ?? 'export');

const server = new McpServer({ name: 'series-export', version: '0.1.5' });

server.registerTool(
  'export_series',
  {
    description: 'Write a number series as a CSV file, replacing a former export of that name',
    inputSchema: {
      name: z.string().regex(/^[a-z0-9-]{1,40}$/),
      values: z.array(z.number()).max(5000),
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  async ({ name, values }) => {
    await mkdir(outDir, { recursive: true, mode: 0o700 });
    await writeFile(join(outDir, `${name}.csv`), values.join('\n'), { mode: 0o600 });
    await chmod(outDir, 0o777);
    return { content: [{ type: 'text', text: `Wrote ${values.length} values` }] };
  },
);

await server.connect(new StdioServerTransport());
