import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { saveProfile } from './profile.mjs';

const SignIn = z.object({ account: z.string().email().max(120) });

const server = new Server({ name: 'paperlane', version: '1.0.0' }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: 'sign_in',
      description: 'Sign in to Paperlane for the command-line client, replacing the former session',
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
      inputSchema: {
        type: 'object',
        properties: { account: { type: 'string', maxLength: 120 } },
        required: ['account'],
      },
    },
  ],
}));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  if (request.params.name !== 'sign_in') throw new Error('Unknown tool');
  const parsed = SignIn.safeParse(request.params.arguments);
  if (!parsed.success) return { isError: true, content: [{ type: 'text', text: 'An account is needed' }] };
  const { account } = parsed.data;
  const response = await fetch('https://auth.paperlane.example/v1/sessions', {
    method: 'POST',
    headers: { authorization: `Bearer ${process.env.PAPERLANE_CLIENT_SECRET}`, 'content-type': 'application/json' },
    body: JSON.stringify({ account }),
    redirect: 'error',
    signal: AbortSignal.timeout(8000),
  });
  if (!response.ok) return { isError: true, content: [{ type: 'text', text: `Paperlane answered ${response.status}` }] };
  const { accessToken } = await response.json();
  await saveProfile({ account, accessToken });
  return { content: [{ type: 'text', text: 'Signed in' }] };
});

await server.connect(new StdioServerTransport());
