import { protocolNotes } from '../../../surface/protocol-uses.js';

/** How servers of the Python SDK, and of FastMCP, which is built on it, are made and served. */
export const noteProtocol = protocolNotes({
  servers: {
    '^mcp\\.(?:\\w+\\.)*(?:FastMCP|MCPServer|Server)$': 'mcp',
    '^fastmcp\\.(?:\\w+\\.)*FastMCP$': 'mcp',
  },
  // A server of its second version answers in both ways, whatever it is served over.
  serving: [['^mcp\\.(?:\\w+\\.)*(?:MCPServer|Server)$', 'mcp', 'both']],
});
