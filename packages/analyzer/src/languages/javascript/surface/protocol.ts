import { protocolNotes } from '../../../surface/protocol-uses.js';

const FIRST = '@modelcontextprotocol/sdk';
const SECOND = '@modelcontextprotocol/server';
const LEGACY = {
  name: 'legacy',
  eras: [
    ['stateless', 'both'],
    ['reject', 'stateless'],
  ],
} as const;

/** How servers of the two TypeScript SDKs, and of what is built on the first, are made and served. */
export const noteProtocol = protocolNotes({
  servers: {
    '^@modelcontextprotocol/sdk(?:/.*)?\\.(?:McpServer|Server)$': FIRST,
    '^(?:fastmcp\\.FastMCP|mcp-handler\\.createMcpHandler|@vercel/mcp-adapter\\.createMcpHandler)$': FIRST,
    '^@modelcontextprotocol/server(?:/.*)?\\.(?:McpServer|Server)$': SECOND,
  },
  serving: [
    ['^@modelcontextprotocol/server(?:/.*)?\\.(?:createMcpHandler|serveStdio)$', SECOND, 'both', LEGACY],
    ['^@modelcontextprotocol/(?:server|node)(?:/.*)?\\.\\w*ServerTransport$', SECOND, 'handshake'],
    ['^@modelcontextprotocol/server(?:/.*)?\\.legacyStatelessFallback$', SECOND, 'handshake'],
  ],
});
