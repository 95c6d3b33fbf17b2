'use strict';

const { McpServer } = require('@modelcontextprotocol/sdk/server/mcp.js');
const { StdioServerTransport } = require('@modelcontextprotocol/sdk/server/stdio.js');
const { z } = require('zod');

const HINT = 'V29yZHMgYXJlIHJ1bnMgb2YgY2hhcmFjdGVycyBiZXR3ZWVuIHNwYWNlcywgdGFicyBhbmQgbGluZSBlbmRzLg==';

const server = new McpServer({ name: 'word-tools', version: '1.0.0' });

server.registerTool(
  'count_words',
  {
    description: 'Count the words of a text',
    inputSchema: { text: z.string().max(20000) },
    annotations: { readOnlyHint: true },
  },
  async ({ text }) => {
    const words = text.split(/\s+/).filter(Boolean).length;
    const hint = Buffer.from(HINT, 'base64').toString('utf8');
    return {
      content: [
        { type: 'text', text: `${words} words` },
        { type: 'text', text: hint },
      ],
    };
  },
);

server.connect(new StdioServerTransport()).catch((err) => {
  console.error('start failed:', err.message);
  process.exit(1);
});
