import { describe, expect, it } from '@jest/globals';
import { lines } from '../../support/flow-rows.js';
import { foundTools } from '../../support/found-tools.js';

const GUARD = lines(
  'import httpx, ipaddress, socket',
  'from urllib.parse import urlsplit',
  'from mcp.server.fastmcp import FastMCP',
  'mcp = FastMCP("a")',
  'def ensure_public(url):',
  '    for info in socket.getaddrinfo(urlsplit(url).hostname, 443):',
  '        if not ipaddress.ip_address(info[4][0]).is_global:',
  '            raise ValueError("no")',
);

/** A class that stores an HTTP client with some options, and a tool that uses it for a URL that was checked once. */
const server = (client: string, request: string): string =>
  GUARD +
  lines(
    'class Fetcher:',
    '    def __init__(self):',
    `        self._client = ${client}`,
    '    async def check(self, url):',
    '        ensure_public(url)',
    `        return (await self._client.${request}).text`,
    'fetcher = Fetcher()',
    '@mcp.tool()',
    'async def check(url: str) -> str:',
    '    """x"""',
    '    return await fetcher.check(url)',
  );

describe('options of a client stored in an attribute', () => {
  it.each([
    ['redirects enabled', 'httpx.AsyncClient(follow_redirects=True)', 'get(url)', ['check']],
    ['redirects disabled', 'httpx.AsyncClient(follow_redirects=False)', 'get(url)', []],
    ['none', 'httpx.AsyncClient(timeout=5)', 'get(url)', []],
    ['of the request itself', 'httpx.AsyncClient()', 'get(url, follow_redirects=True)', ['check']],
    ['replaced', 'httpx.AsyncClient(follow_redirects=True)', 'get(url, follow_redirects=False)', []],
  ])('%s', async (_, client, request, tools) => {
    expect(await foundTools({ 'server.py': server(client, request) }, /^MCP-G004$/u)).toEqual(tools);
  });
});
