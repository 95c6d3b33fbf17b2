#!/usr/bin/env node
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';

const FORBIDDEN = ['require', 'import', 'process', 'global'];
const HELPERS = {
  SUM: (...xs) => xs.flat().reduce((a, b) => a + b, 0),
  AVG: (...xs) => HELPERS.SUM(xs) / xs.flat().length,
  MIN: (...xs) => Math.min(...xs.flat()),
  MAX: (...xs) => Math.max(...xs.flat()),
  ROUND: (x, d = 0) => Number(x.toFixed(d)),
};

class FormulaServer {
  constructor() {
    this.server = new Server({ name: 'formula-bench', version: '0.2.0' }, { capabilities: { tools: {} } });
    this.server.onerror = (e) => console.error('[formula-bench]', e.message);
    this.server.setRequestHandler(ListToolsRequestSchema, () => this.list());
    this.server.setRequestHandler(CallToolRequestSchema, (r) => this.call(r));
  }

  async list() {
    return {
      tools: [
        {
          name: 'evaluate',
          description: 'Evaluate a formula such as SUM(1,2,3)*ROUND(2.345,1)',
          inputSchema: {
            type: 'object',
            properties: { formula: { type: 'string', maxLength: 500 } },
            required: ['formula'],
          },
        },
        { name: 'functions', description: 'List the functions known', inputSchema: { type: 'object', properties: {} } },
      ],
    };
  }

  evaluate(formula) {
    const source = formula.startsWith('=') ? formula.slice(1) : formula;
    for (const word of FORBIDDEN) {
      if (source.includes(word)) throw new McpError(ErrorCode.InvalidParams, `'${word}' is not allowed`);
    }
    const fn = new Function(...Object.keys(HELPERS), `"use strict"; return (${source});`);
    return fn(...Object.values(HELPERS));
  }

  async call({ params }) {
    switch (params.name) {
      case 'functions':
        return { content: [{ type: 'text', text: Object.keys(HELPERS).join(', ') }] };
      case 'evaluate': {
        const formula = String(params.arguments?.formula ?? '');
        if (!formula || formula.length > 500) throw new McpError(ErrorCode.InvalidParams, 'formula missing or too long');
        return { content: [{ type: 'text', text: String(Number(this.evaluate(formula))) }] };
      }
      default:
        throw new McpError(ErrorCode.MethodNotFound, `no tool ${params.name}`);
    }
  }

  async start() {
    await this.server.connect(new StdioServerTransport());
  }
}

await new FormulaServer().start();
