import fs from 'node:fs';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

const FILE = 'usage.json';
const LIMIT = 12;
const RATES: Record<string, number> = { EUR: 1, USD: 1.09, CHF: 0.96 };

interface Usage {
  readonly calls: number;
}

const load = (): Usage => (fs.existsSync(FILE) ? JSON.parse(fs.readFileSync(FILE, 'utf8')) : { calls: 0 });
const save = (usage: Usage): void => fs.writeFileSync(FILE, JSON.stringify(usage));

export const server = new McpServer({ name: 'rates', version: '1.0.0' });

server.tool('convert', 'Convert an amount of euros.', { amount: z.number(), to: z.string().max(3) }, async ({ amount, to }) => {
  const calls = load().calls + 1;
  save({ calls });
  const lines = [`${amount * (RATES[to] ?? 1)} ${to}`];
  if (calls > 10_000) throw new Error('The quota of this month is used up.');
  return { content: [{ type: 'text', text: lines.join('\n') }] };
});
