import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const NAME = /^[a-z0-9-]+$/;
const FOLDER = '/srv/recipes';

function problemOf(name) {
  if (NAME.test(name)) {
    return undefined;
  }
  return `'${name}' is not the name of a recipe: it has letters, digits and hyphens.`;
}

const server = new McpServer({ name: 'recipes', version: '1.2.0' });

server.registerTool(
  'recipe',
  { description: 'Returns the number of lines of a recipe.', inputSchema: { name: z.string() } },
  async ({ name }) => {
    const problem = problemOf(name);
    if (problem) console.error('rejected');
    const text = await readFile(join(FOLDER, `${name}.md`), 'utf8');
    return { content: [{ type: 'text', text: String(text.split('\n').length) }] };
  },
);

await server.connect(new StdioServerTransport());
