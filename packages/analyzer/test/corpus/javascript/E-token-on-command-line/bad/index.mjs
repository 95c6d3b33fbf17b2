import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { siteStatus } from './deploy.mjs';

const token = process.env.SITECTL_TOKEN;
if (!token) {
  console.error('SITECTL_TOKEN is not set');
  process.exit(1);
}

const server = new Server({ name: 'sitectl', version: '1.2.2' }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: 'site_status',
      description: 'Whether the production site is up to date',
      annotations: { readOnlyHint: true },
      inputSchema: { type: 'object', properties: {} },
    },
  ],
}));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  switch (request.params.name) {
    case 'site_status': {
      const upToDate = await siteStatus(token);
      return { content: [{ type: 'text', text: upToDate ? 'up to date' : 'outdated' }] };
    }
    default:
      return { isError: true, content: [{ type: 'text', text: 'Unknown tool' }] };
  }
});

await server.connect(new StdioServerTransport());
