import { protocolNotes } from '../../../surface/protocol-uses.js';

const OFFICIAL = 'github.com/modelcontextprotocol/go-sdk';
const MARK3 = 'github.com/mark3labs/mcp-go';
const TRUE = [
  [true, 'both'],
  [false, 'handshake'],
] as const;

/** How servers of the two Go SDKs are made and served: over HTTP, only those without sessions do without a handshake. */
export const noteProtocol = protocolNotes({
  servers: {
    [`^${OFFICIAL}/mcp\\.NewServer$`]: OFFICIAL,
    [`^${MARK3}/server\\.NewMCPServer$`]: MARK3,
  },
  serving: [
    [`^${OFFICIAL}/mcp\\.(?:StdioTransport(?:\\(\\))?|NewStdioTransport)$`, OFFICIAL, 'both'],
    [
      `^${OFFICIAL}/mcp\\.NewStreamableHTTPHandler$`,
      OFFICIAL,
      'handshake',
      { name: 'Stateless', eras: TRUE },
    ],
    [`^${OFFICIAL}/mcp\\.NewSSEHandler$`, OFFICIAL, 'handshake'],
    [`^${MARK3}/server\\.(?:ServeStdio|NewStdioServer)$`, MARK3, 'both'],
    [`^${MARK3}/server\\.New(?:StreamableHTTP|SSE)Server$`, MARK3, 'handshake'],
    [`^${MARK3}/server\\.WithStateLess$`, MARK3, 'handshake', { name: '', eras: TRUE }],
  ],
});
