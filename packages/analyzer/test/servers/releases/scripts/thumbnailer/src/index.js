#!/usr/bin/env node
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
import { NotAllowed, Pictures } from './pictures.js';

const folder = process.argv[2];
if (!folder) {
  console.error('usage: thumbnailer-mcp <folder>');
  process.exit(2);
}
const pictures = await Pictures.open(folder);
const server = new McpServer({ name: 'thumbnailer', version: '0.5.0' });

server.registerTool(
  'list_pictures',
  { description: 'File names of the pictures', inputSchema: {}, annotations: { readOnlyHint: true } },
  async () => ({ content: [{ type: 'text', text: JSON.stringify(await pictures.names()) }] }),
);

server.registerTool(
  'get_thumbnail',
  {
    description: 'A small version of a picture',
    inputSchema: { name: z.string().min(1).max(255), size: z.number().int().min(32).max(1024).default(256) },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  async ({ name, size }) => {
    try {
      const data = await pictures.thumbnail(name, size);
      return { content: [{ type: 'image', data: data.toString('base64'), mimeType: 'image/webp' }] };
    } catch (e) {
      console.error('get_thumbnail:', e.name);
      return { isError: true, content: [{ type: 'text', text: e instanceof NotAllowed ? e.message : 'the picture could not be read' }] };
    }
  },
);

await server.connect(new StdioServerTransport());
