#!/usr/bin/env node
import { mkdir, readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
import { unpack } from './unpack.js';

const THEMES = path.join(os.homedir(), '.config', 'themes');
const slug = z.string().regex(/^[a-z0-9][a-z0-9-]{0,40}$/);

const server = new McpServer({ name: 'theme-installer', version: '1.2.1' });

server.registerTool(
  'install_theme',
  {
    description: 'Install a theme from a base64 encoded zip archive',
    inputSchema: { name: slug, archive: z.string().max(2_000_000).describe('base64 of the zip file') },
    annotations: { destructiveHint: true, idempotentHint: true },
  },
  async ({ name, archive }) => {
    const dir = path.join(THEMES, name);
    await mkdir(dir, { recursive: true });
    try {
      const files = await unpack(Buffer.from(archive, 'base64'), dir);
      return { content: [{ type: 'text', text: `installed ${files.length} files` }] };
    } catch (e) {
      console.error('install_theme failed');
      return { isError: true, content: [{ type: 'text', text: 'the archive could not be installed' }] };
    }
  },
);

server.registerTool('list_themes', { description: 'Names of installed themes', inputSchema: {} }, async () => {
  const found = await readdir(THEMES).catch(() => []);
  return { content: [{ type: 'text', text: found.filter((n) => slug.safeParse(n).success).join('\n') }] };
});

await server.connect(new StdioServerTransport());
