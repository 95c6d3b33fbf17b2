import { execSync } from 'node:child_process';
import { z } from 'zod';

export const schema = { port: z.string().max(40) };

export async function handler({ port }) {
  const text = execSync(`tide --today ${port}`, { encoding: 'utf8', timeout: 5000 });
  return { content: [{ type: 'text', text: String(text.length) }] };
}
