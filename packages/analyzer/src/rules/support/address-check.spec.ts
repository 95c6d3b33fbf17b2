import { describe, expect, it } from '@jest/globals';
import { analyze } from '../../analysis/analyze.js';

/** The rules that report the requests and commands of a tool, and their doubts. */
async function rulesFor(...body: string[]): Promise<string[]> {
  const text = [
    "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';",
    "import { execFile } from 'node:child_process';",
    "import { z } from 'zod';",
    "const server = new McpServer({ name: 'a', version: '1' });",
    "server.tool('fetch_url', 'Fetches.', { url: z.string() }, async ({ url }) => {",
    ...body,
    '  return { content: [] };',
    '});',
  ].join('\n');
  const { report } = await analyze(new Map([['index.js', Buffer.from(text)]]));
  return report.findings
    .map(({ rule_id, lowered_because: reasons }) => [rule_id, ...(reasons ?? [])].join(' '))
    .sort();
}

const LONG = `  const list = [${'1,'.repeat(130_000)}];`;

describe('the code around a request', () => {
  it.each([
    ['with a destructuring hole', '  const [, rest] = url.split("/");'],
    ['with a very long list', LONG],
  ])('is searched completely: one %s', async (_, line) => {
    const check = '  if (isPrivateHost(url)) throw new Error("no");';
    await expect(rulesFor(check, line, '  await fetch(url);')).resolves.toEqual([
      'MCP-G001 A function around it is named like a check of addresses, which was not understood.',
      'MCP-N003',
    ]);
  });

  it('is searched completely where a program is started', async () => {
    await expect(rulesFor(LONG, "  execFile('python', ['x.py', url]);")).resolves.toEqual(['MCP-N004']);
  });
});
