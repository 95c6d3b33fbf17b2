'use strict';

const { McpServer } = require('@modelcontextprotocol/sdk/server/mcp.js');
const { StdioServerTransport } = require('@modelcontextprotocol/sdk/server/stdio.js');
const { z } = require('zod');
const { countLinks } = require('./browser.js');

const server = new McpServer({ name: 'site-audit', version: '1.1.0' });

server.registerTool(
  'count_links',
  {
    description: 'Number of links on a page of the company site',
    inputSchema: { path: z.string().regex(/^\/[a-z0-9/-]{0,200}$/) },
    annotations: { readOnlyHint: true, openWorldHint: true },
  },
  async ({ path }) => {
    try {
      return { content: [{ type: 'text', text: String(await countLinks(path)) }] };
    } catch (err) {
      console.error('page audit failed:', err.name);
      return { isError: true, content: [{ type: 'text', text: 'The page could not be opened' }] };
    }
  },
);

server.connect(new StdioServerTransport()).catch((err) => {
  console.error('start failed:', err.message);
  process.exit(1);
});
