import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { request } from 'undici';
import { z } from 'zod';

const TOKEN = process.env.LINGUA_TOKEN;
const limits = { headersTimeout: 8000, bodyTimeout: 8000 };

const server = new McpServer({ name: 'lingua-detect', version: '2.2.0' });

server.registerTool(
  'detect_language',
  {
    description: 'Detect the language of a text with the Lingua service',
    inputSchema: { text: z.string().min(1).max(5000) },
    annotations: { readOnlyHint: true, openWorldHint: true },
  },
  async ({ text }) => {
    const { statusCode, body } = await request('https://api.lingua-cloud.example/v1/detect', {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
      ...limits,
    });
    if (statusCode !== 200) {
      await body.dump();
      return { isError: true, content: [{ type: 'text', text: `Lingua answered ${statusCode}` }] };
    }
    const { language } = await body.json();
    const code = /^[a-z]{2,3}$/.test(language) ? language : 'unknown';
    return { content: [{ type: 'text', text: code }] };
  },
);

await server.connect(new StdioServerTransport());
