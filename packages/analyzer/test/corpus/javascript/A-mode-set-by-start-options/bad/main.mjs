#!/usr/bin/env node
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { parseArgs } from 'node:util';
import { server } from './index.mjs';
import { configure } from './settings.mjs';

export async function main() {
  const { values } = parseArgs({ options: { filters: { type: 'boolean' } } });
  configure(values);
  await server.connect(new StdioServerTransport());
}
