import { execSync } from 'node:child_process';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

type Check = (host: string) => string;

function checks(full: boolean): Check[] {
  const all: Check[] = [];
  const names = full ? ['dig', 'host', 'whois'] : ['dig'];
  for (const name of names.filter((each) => each !== process.env.WITHOUT)) all.push((host) => execSync(`${name} ${host}`, { timeout: 5000 }).toString());
  return all;
}

const server = new McpServer({ name: 'names', version: '1.0.0' });

server.tool(
  'check_name',
  'Checks how a name of this company is registered.',
  { host: z.string().max(100), full: z.boolean() },
  async ({ host, full }) => {
    const results: string[] = [];
    checks(full).forEach((check) => results.push(check(host)));
    return { content: [{ type: 'text' as const, text: String(results.length) }] };
  },
);

await server.connect(new StdioServerTransport());
