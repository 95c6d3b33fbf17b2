import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
import { runSamplers } from './pool.mjs';

const SAMPLES = 500_000;

const server = new McpServer({ name: 'monte-carlo', version: '0.2.0' });

server.registerTool(
  'estimate_pi',
  {
    description: 'Estimate pi with random samples on several threads',
    inputSchema: { threads: z.number().int().min(1).max(4).default(2) },
    annotations: { readOnlyHint: true },
  },
  async ({ threads }) => {
    const share = await runSamplers(threads, SAMPLES);
    return { content: [{ type: 'text', text: (share * 4).toFixed(5) }] };
  },
);

await server.connect(new StdioServerTransport());
