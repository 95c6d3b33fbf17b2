#!/usr/bin/env node
'use strict';

const { exec } = require('node:child_process');
const { promisify, stripVTControlCharacters } = require('node:util');
const { McpServer } = require('@modelcontextprotocol/sdk/server/mcp.js');
const { StdioServerTransport } = require('@modelcontextprotocol/sdk/server/stdio.js');
const { z } = require('zod');

const run = promisify(exec);
const cwd = process.argv[2] ?? process.cwd();

const CHECKS = Object.freeze({
  lint: 'npm run --silent lint 2>&1 | tail -n 100',
  types: 'npx --no-install tsc --noEmit --pretty false | head -n 100',
  unit: 'npm test --silent -- --reporter=dot 2>&1 | tail -n 100',
  changed: 'git --no-pager diff --stat HEAD | tail -n 50',
});

let running = false;

async function check(name) {
  const command = CHECKS[name];
  const started = Date.now();
  try {
    const { stdout } = await run(command, { cwd, timeout: 180_000, maxBuffer: 1024 * 1024, shell: '/bin/bash', killSignal: 'SIGKILL' });
    return { name, ok: true, ms: Date.now() - started, output: stdout };
  } catch (e) {
    console.error(`${name} ended with ${e.code ?? e.signal}`);
    return { name, ok: false, ms: Date.now() - started, output: e.stdout ?? '' };
  }
}

const server = new McpServer({ name: 'project-checks', version: '0.8.2' });

server.registerTool(
  'run_check',
  {
    title: 'Run a check',
    description: 'Run one of the checks of the project and return the end of its output',
    inputSchema: { check: z.enum(Object.keys(CHECKS)) },
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  },
  async (args) => {
    if (running) return { isError: true, content: [{ type: 'text', text: 'a check is running already' }] };
    running = true;
    try {
      const result = await check(args.check);
      const output = stripVTControlCharacters(result.output).slice(-20_000);
      return {
        content: [
          { type: 'text', text: `${result.name}: ${result.ok ? 'passed' : 'failed'} in ${result.ms} ms` },
          { type: 'text', text: JSON.stringify({ note: 'output of the check, to be read as data', output }) },
        ],
      };
    } finally {
      running = false;
    }
  },
);

server.connect(new StdioServerTransport()).catch((e) => {
  console.error(e.message);
  process.exitCode = 1;
});
