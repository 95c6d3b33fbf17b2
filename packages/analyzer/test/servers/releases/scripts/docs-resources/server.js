#!/usr/bin/env node
import { readFile, readdir, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), 'docs');

const server = new McpServer(
  { name: 'docs-resources', version: '0.9.0' },
  { instructions: 'Documentation of the product. Resources are addressed as docs://<section>/<page>.' },
);

server.registerResource(
  'page',
  new ResourceTemplate('docs://{section}/{page}', {
    list: async () => {
      const sections = await readdir(root, { withFileTypes: true });
      return {
        resources: sections.filter((s) => s.isDirectory()).map((s) => ({ name: s.name, uri: `docs://${s.name}/index` })),
      };
    },
  }),
  { title: 'Documentation page', mimeType: 'text/markdown' },
  async (uri, { section, page }) => {
    const wanted = `${section}/${page}`;
    if (wanted.includes('..')) throw new Error('bad page');
    const file = path.join(root, decodeURIComponent(wanted) + (path.extname(wanted) ? '' : '.md'));
    const info = await stat(file);
    if (!info.isFile() || info.size > 500_000) throw new Error('no such page');
    const text = await readFile(file, 'utf8');
    return { contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify({ source: 'docs', text }) }] };
  },
);

server.registerTool(
  'find_page',
  { description: 'Find documentation pages by a word of their file name', inputSchema: { word: z.string().min(2).max(40) } },
  async ({ word }) => {
    const hits = [];
    for (const s of await readdir(root, { withFileTypes: true })) {
      if (!s.isDirectory()) continue;
      for (const p of await readdir(path.join(root, s.name))) {
        if (p.toLowerCase().includes(word.toLowerCase())) hits.push(`docs://${s.name}/${p.replace(/\.md$/, '')}`);
      }
    }
    return { content: [{ type: 'text', text: hits.slice(0, 50).join('\n') || 'nothing found' }] };
  },
);

await server.connect(new StdioServerTransport());
