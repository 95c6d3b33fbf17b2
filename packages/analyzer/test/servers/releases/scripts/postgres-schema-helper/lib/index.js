#!/usr/bin/env node
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
import { lint, ruleNames } from './rules.js';

const server = new McpServer({ name: 'postgres-schema-helper', version: '1.0.2' });

server.registerTool(
  'lint_names',
  {
    description: 'Check names of tables and columns against naming rules',
    inputSchema: { names: z.array(z.string().min(1).max(200)).max(500) },
    annotations: { readOnlyHint: true },
  },
  async ({ names }) => {
    const findings = lint(names);
    return { content: [{ type: 'text', text: JSON.stringify({ checked: names.length, findings }) }] };
  },
);

server.registerTool('list_rules', { description: 'Names of the rules', inputSchema: {} }, async () => ({
  content: [{ type: 'text', text: ruleNames.join('\n') }],
}));

await server.connect(new StdioServerTransport());
