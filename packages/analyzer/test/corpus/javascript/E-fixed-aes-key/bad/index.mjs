import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
import { seal, unseal } from './vault.mjs';

const memos = new Map();

const server = new McpServer({ name: 'memos', version: '0.9.0' });

server.registerTool(
  'remember',
  {
    description: 'Keep a memo for the length of the session',
    inputSchema: { key: z.string().regex(/^[a-z0-9-]{1,40}$/), memo: z.string().max(2000) },
    annotations: { readOnlyHint: false, destructiveHint: false },
  },
  async ({ key, memo }) => {
    if (memos.size >= 200) throw new Error('Too many memos');
    if (memos.has(key)) throw new Error('There is a memo of that name');
    memos.set(key, seal(memo));
    return { content: [{ type: 'text', text: 'Kept' }] };
  },
);

server.registerTool(
  'memo_length',
  {
    description: 'Length of a memo',
    inputSchema: { key: z.string().regex(/^[a-z0-9-]{1,40}$/) },
    annotations: { readOnlyHint: true },
  },
  async ({ key }) => {
    const sealed = memos.get(key);
    return { content: [{ type: 'text', text: sealed ? String(unseal(sealed).length) : 'none' }] };
  },
);

await server.connect(new StdioServerTransport());
