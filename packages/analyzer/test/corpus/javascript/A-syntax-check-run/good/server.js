import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const server = new McpServer({ name: 'formulas', version: '2.0.1' });

server.registerTool(
  'check_formula',
  { description: 'Say whether a formula is written correctly.', inputSchema: { formula: z.string().max(400) } },
  async ({ formula }) => {
    let text = 'The formula is correct.';
    try {
      new Function('row', `return (${formula});`);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      text = 'The formula is not correct.';
    }
    return { content: [{ type: 'text', text }] };
  },
);

await server.connect(new StdioServerTransport());
