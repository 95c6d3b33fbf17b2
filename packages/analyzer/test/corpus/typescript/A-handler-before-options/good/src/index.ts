import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { archive } from './archive.js';

const server = new McpServer({ name: 'backup-tools', version: '1.0.0' });

server.tool(
  'archive_project',
  { project: z.string(), level: z.number().int().min(1).max(9) },
  async ({ project, level }: { project: string; level: number }) => ({
    content: [{ type: 'text' as const, text: await archive(project, level) }],
  }),
  { description: 'Archives one of the projects in the workspace and reports the size of the archive.' },
);

await server.connect(new StdioServerTransport());
