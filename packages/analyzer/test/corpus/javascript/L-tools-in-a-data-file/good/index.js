const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { Server } = require('@modelcontextprotocol/sdk/server/index.js');
const { StdioServerTransport } = require('@modelcontextprotocol/sdk/server/stdio.js');
const { CallToolRequestSchema, ListToolsRequestSchema } = require('@modelcontextprotocol/sdk/types.js');

const { tools } = JSON.parse(readFileSync(join(__dirname, 'catalog.json'), 'utf8'));
const TERMS = new Map([['digest', 'A fixed-size summary of data.']]);

const server = new Server({ name: 'glossary', version: '1.0.0' }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools }));
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => ({
  content: [{ type: 'text', text: TERMS.get(params.arguments.term) ?? 'There is no such term.' }],
}));
server.connect(new StdioServerTransport());
