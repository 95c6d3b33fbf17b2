import AdmZip from 'adm-zip';
import { writeFileSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const FOLDER = resolve('/srv/icons');
const server = new McpServer({ name: 'icons', version: '1.4.0' });

server.registerTool(
  'add_icons',
  { description: 'Adds the icons of a package', inputSchema: { icons: z.string().max(5_000_000) } },
  ({ icons }) => {
    const entries = new AdmZip(Buffer.from(icons, 'base64')).getEntries();
    for (const entry of entries) {
      if (entry.header.size > 100_000) throw new Error('too large');
      const target = resolve(FOLDER, entry.entryName);
      if (!target.startsWith(FOLDER + sep)) throw new Error('outside');
      writeFileSync(target, entry.getData());
    }
    return { content: [{ type: 'text', text: `added ${entries.length}` }] };
  },
);

await server.connect(new StdioServerTransport());
