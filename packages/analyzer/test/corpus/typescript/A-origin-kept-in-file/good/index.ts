import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const run = promisify(execFile);
const FOLDER = '/var/lib/mirror';
const SETTINGS = `${FOLDER}/origin.json`;
mkdirSync(FOLDER, { recursive: true });

const server = new McpServer({ name: 'mirror', version: '0.3.0' });

server.tool('set_origin', 'Remembers which repository is mirrored', { origin: z.string().max(200) }, ({ origin }) => {
  writeFileSync(SETTINGS, JSON.stringify({ origin }));
  return { content: [{ type: 'text', text: 'remembered' }] };
});

server.tool('refresh', 'Fetches the mirrored repository', {}, async () => {
  const settings = JSON.parse(readFileSync(SETTINGS, 'utf8'));
  await run('git', ['-C', FOLDER, 'fetch', '--', settings.origin], { timeout: 60_000 });
  return { content: [{ type: 'text', text: 'fetched' }] };
});

await server.connect(new StdioServerTransport());
