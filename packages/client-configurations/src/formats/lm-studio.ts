import { MCP_SERVERS, USUAL_KEYS, type ClientFormat } from './client-format.js';

/** LM Studio, which follows the format of Cursor. By its document "Use MCP servers". */
export const lmStudio: ClientFormat = {
  id: 'lm-studio',
  name: 'LM Studio',
  syntax: 'json',
  files: [{ user: '~/.lmstudio/mcp.json' }],
  lists: [MCP_SERVERS],
  keys: { ...USUAL_KEYS, envFile: 'variables-file', cwd: 'folder', auth: 'harmless', timeout: 'harmless' },
};
