import { createHash, timingSafeEqual } from 'node:crypto';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import express from 'express';
import { rateLimit } from 'express-rate-limit';
import { z } from 'zod';

const token = process.env.CLIPPINGS_TOKEN;
if (!token) {
  console.error('CLIPPINGS_TOKEN is not set');
  process.exit(1);
}
const sha256 = (text) => createHash('sha256').update(text).digest();
const wanted = sha256(`Bearer ${token}`);
const clippings = [];

function buildServer() {
  const server = new McpServer({ name: 'clippings', version: '0.2.3' });
  server.tool(
    'add_clipping',
    'Keep a short text until the server ends',
    { text: z.string().max(500) },
    { readOnlyHint: false, destructiveHint: false },
    async ({ text }) => {
      if (clippings.length >= 100) throw new Error('There are too many clippings');
      clippings.push(text);
      return { content: [{ type: 'text', text: `${clippings.length} clippings` }] };
    },
  );
  return server;
}

const app = express();
app.use(rateLimit({ windowMs: 60_000, limit: 60 }));
app.use(express.json({ limit: '32kb' }));

app.post('/mcp', async (req, res) => {
  if (!timingSafeEqual(sha256(req.get('authorization') ?? ''), wanted)) {
    res.status(401).json({ error: 'unauthorized' });
    return;
  }
  const server = buildServer();
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
  });
  res.on('close', () => server.close());
  await server.connect(transport);
  await transport.handleRequest(req, res, req.body);
});

app.listen(5757, '0.0.0.0');
