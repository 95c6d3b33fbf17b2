import { describe, expect, it } from '@jest/globals';
import { analyze } from '../src/analysis/analyze.js';

/** A server over HTTP on this machine, with a function that all requests pass. */
const serverWith = (guard: string): string => `import express from 'express';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
const app = express();
function guard(req, res, next) {
${guard}
  next();
}
app.use(guard);
app.use(express.json());
app.post('/mcp', async (req, res) => {
  const server = new McpServer({ name: 'x', version: '1.0.0' });
  server.registerTool('hello', { description: 'Says hello.' }, async () => ({ content: [] }));
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  await server.connect(transport);
  await transport.handleRequest(req, res, req.body);
});
app.listen(3917, '127.0.0.1');
`;

const isOpen = async (guard: string): Promise<boolean> => {
  const { report } = await analyze(new Map([['index.mjs', Buffer.from(serverWith(guard))]]));
  return report.findings.some(({ rule_id: rule }) => rule === 'MCP-H003');
};

const REFUSE = "{ res.status(403).json({ error: 'refused' }); return; }";

describe('the Origin of a request is not checked', () => {
  it.each([
    ['by nothing', ''],
    [
      'against the host that the request is for',
      `const origin = req.get('origin'); if (origin && new URL(origin).host !== req.get('host')) ${REFUSE}`,
    ],
    [
      'against it in a field',
      `const { origin } = req.headers; if (origin !== undefined) { const from = new URL(origin); if (from.host !== req.headers.host) ${REFUSE} }`,
    ],
    [
      'where only what is no address is refused',
      `const origin = req.get('origin'); if (origin !== undefined) { try { new URL(origin); } catch ${REFUSE} }`,
    ],
  ])('%s', async (_what, guard) => {
    expect(await isOpen(guard)).toBe(true);
  });
});

describe('the Origin of a request is checked', () => {
  it.each([
    [
      'against a list',
      `const origin = req.get('origin'); if (origin !== undefined && !['http://localhost:3917'].includes(origin)) ${REFUSE}`,
    ],
    [
      'within a condition',
      `const origin = req.get('origin'); if (origin !== undefined) { if (origin !== 'http://localhost:3917') ${REFUSE} }`,
    ],
    [
      'against a list, after what is no address',
      `const origin = req.get('origin'); if (origin !== undefined) { try { new URL(origin); } catch ${REFUSE} if (origin !== 'http://localhost:3917') ${REFUSE} }`,
    ],
  ])('%s', async (_what, guard) => {
    expect(await isOpen(guard)).toBe(false);
  });
});

describe('the check of FastMCP for servers on this machine', () => {
  const python = (option: string): string => `from mcp.server.fastmcp import FastMCP
from mcp.server.transport_security import TransportSecuritySettings
def settings(on):
    return TransportSecuritySettings(enable_dns_rebinding_protection=on)
mcp = FastMCP("x", host="127.0.0.1"${option})
@mcp.tool()
def hello() -> str:
    return "hello"
mcp.run(transport="streamable-http")
`;

  it.each([
    ['is there by default', '', false],
    ['may be given', ', transport_security=settings(True)', false],
    ['may be switched off', ', transport_security=settings(False)', true],
  ])('%s', async (_what, option, isFound) => {
    const { report } = await analyze(new Map([['server.py', Buffer.from(python(option))]]));
    expect(report.findings.some(({ rule_id: rule }) => rule === 'MCP-H003')).toBe(isFound);
  });
});
