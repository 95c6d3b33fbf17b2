import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const PREFIX = '/srv/workshop/';

async function run(words) {
  const short = words.map((word) => (word.startsWith(PREFIX) ? word.substring(PREFIX.length) : word));
  const [program, ...given] = short;
  const child = spawn(program, given, { stdio: 'ignore', timeout: 60_000 });
  const [code] = await once(child, 'exit');
  return String(code);
}

const server = new McpServer({ name: 'workshop', version: '0.9.0' });

server.registerTool(
  'build',
  { description: 'Builds a target of the workshop.', inputSchema: { targets: z.array(z.string()) } },
  async ({ targets }) => ({ content: [{ type: 'text', text: await run([...targets, 'all']) }] }),
);

await server.connect(new StdioServerTransport());
