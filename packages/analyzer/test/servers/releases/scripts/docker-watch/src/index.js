#!/usr/bin/env node
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
import * as containers from './containers.js';

const server = new McpServer({ name: 'docker-watch', version: '0.7.1' });
const id = z.string().regex(/^[0-9a-f]{12}$/);

function handle(name, fn) {
  return async (args) => {
    try {
      return { content: [{ type: 'text', text: JSON.stringify(await fn(args)) }] };
    } catch (e) {
      console.error(`${name}: ${e.code ?? e.name}`);
      return { isError: true, content: [{ type: 'text', text: e instanceof RangeError ? e.message : 'docker refused the request' }] };
    }
  };
}

server.registerTool(
  'list_containers',
  { description: 'Containers labelled for management over MCP', inputSchema: {}, annotations: { readOnlyHint: true } },
  handle('list_containers', () => containers.list()),
);

server.registerTool(
  'container_usage',
  { description: 'Memory and processes of a container', inputSchema: { id }, annotations: { readOnlyHint: true } },
  handle('container_usage', (a) => containers.usage(a.id)),
);

server.registerTool(
  'restart_container',
  {
    description: 'Restart a managed container. The user is asked to confirm.',
    inputSchema: { id },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  },
  handle('restart_container', async (a) => {
    const answer = await server.server.elicitInput({
      message: `Restart the container ${a.id}?`,
      requestedSchema: { type: 'object', properties: { restart: { type: 'boolean', title: 'Restart' } }, required: ['restart'] },
    });
    if (answer.action !== 'accept' || answer.content?.restart !== true) return { restarted: false };
    await containers.restart(a.id);
    console.error(`restarted ${a.id}`);
    return { restarted: true };
  }),
);

await server.connect(new StdioServerTransport());
