import { describe, expect, it } from '@jest/globals';
import { analyze } from '../../analysis/analyze.js';

/** The findings about a tool that calls either the export of a named module or a function. */
async function rulesFor(module: string, other: string): Promise<string[]> {
  const text = [
    "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';",
    "import { z } from 'zod';",
    "import { execFile } from 'node:child_process';",
    `import one from '${module}';`,
    "const server = new McpServer({ name: 'a', version: '1' });",
    "server.tool('x', 'Does.', { a: z.string() }, async ({ a }) => {",
    `  const first = process.argv[2] ? one : ${other};`,
    '  first(a, [a]);',
    `  const second = process.argv[2] ? ${other} : one;`,
    '  second(a, [a]);',
    '  return { content: [] };',
    '});',
  ].join('\n');
  const { report } = await analyze(new Map([['index.js', Buffer.from(text)]]));
  return report.findings.map(({ rule_id }) => rule_id).sort();
}

describe('a module with the name of a member of Object.prototype', () => {
  it.each(['constructor', 'toString', '__proto__', 'valueOf', 'hasOwnProperty', 'isPrototypeOf'])(
    'is analyzed like any other: %s',
    async (name) => {
      await expect(rulesFor(name, 'fetch')).resolves.toEqual(await rulesFor('elsewhere', 'fetch'));
      await expect(rulesFor(name, 'execFile')).resolves.toEqual(await rulesFor('elsewhere', 'execFile'));
    },
  );
});
