import { MCP_SERVERS, USUAL_KEYS, type ClientFormat } from './client-format.js';

/** Cursor. By its document "Model Context Protocol (MCP)". */
export const cursor: ClientFormat = {
  id: 'cursor',
  name: 'Cursor',
  syntax: 'json',
  files: [{ workspace: '.cursor/mcp.json', user: '~/.cursor/mcp.json' }],
  lists: [MCP_SERVERS],
  keys: { ...USUAL_KEYS, envFile: 'variables-file', cwd: 'folder', auth: 'harmless' },
};
