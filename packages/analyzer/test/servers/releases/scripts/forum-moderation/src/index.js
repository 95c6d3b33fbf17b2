import express from 'express';
import { rateLimit } from 'express-rate-limit';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { forum } from './forum.js';
import { accountOf } from './sessions.js';

const tools = {
  forum_stats: {
    description: 'Counts of users and hidden posts',
    inputSchema: { type: 'object', properties: {} },
    annotations: { readOnlyHint: true },
    handler: () => forum.stats(),
  },
  delete_user: {
    description: 'Admin only: delete a user with all posts',
    inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    annotations: { destructiveHint: true },
    handler: ({ name }) => ({ deleted: forum.deleteUser(String(name)) }),
  },
};

function buildServer(account) {
  const server = new Server({ name: 'forum-moderation', version: '0.9.3' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: Object.entries(tools).map(([name, { handler, ...meta }]) => ({ name, ...meta })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    if (!Object.hasOwn(tools, params.name)) throw new Error('unknown tool');
    console.error(JSON.stringify({ user: account.user, tool: params.name }));
    const result = tools[params.name].handler(params.arguments ?? {});
    return { content: [{ type: 'text', text: JSON.stringify(result) }] };
  });
  return server;
}

const port = Number(process.env.PORT ?? 7070);
const app = express();
app.use(rateLimit({ windowMs: 60_000, limit: 100 }), express.json({ limit: '64kb' }));
app.post('/mcp', async (req, res) => {
  const account = accountOf(req.get('authorization'));
  if (!account) return void res.status(401).json({ error: 'unauthorized' });
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableDnsRebindingProtection: true,
    allowedHosts: [`localhost:${port}`, `127.0.0.1:${port}`],
  });
  const server = buildServer(account);
  res.on('close', () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(req, res, req.body);
});
app.listen(port, '127.0.0.1');
