#!/usr/bin/env node
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
import { commitsOf } from './commits.js';

const server = new McpServer({ name: 'vulnerable-server', version: '1.0.0' });

server.registerTool(
  'list_commits',
  {
    description: 'Lists the last commits of a branch of the repository in the working directory.',
    inputSchema: { branch: z.string().min(1).max(100) },
  },
  async ({ branch }) => ({ content: [{ type: 'text', text: await commitsOf(branch) }] }),
);

await server.connect(new StdioServerTransport());
