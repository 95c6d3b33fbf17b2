import { MCP_SERVERS, USUAL_KEYS, type ClientFormat } from './client-format.js';

/** Junie. By its document "Model Context Protocol (MCP)". */
export const junie: ClientFormat = {
  id: 'junie',
  name: 'Junie',
  syntax: 'json',
  files: [{ workspace: '.junie/mcp/mcp.json', user: '~/.junie/mcp/mcp.json' }],
  lists: [MCP_SERVERS],
  keys: { ...USUAL_KEYS, cwd: 'folder', enabled: 'enabled', disabled: 'disabled', timeout: 'harmless' },
};
