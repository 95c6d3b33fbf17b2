import { MCP_SERVERS, USUAL_KEYS, type ClientFormat } from './client-format.js';

/** Antigravity, which follows Gemini CLI. By its document "MCP". */
export const antigravity: ClientFormat = {
  id: 'antigravity',
  name: 'Antigravity',
  syntax: 'json',
  files: [
    { workspace: '.agents/mcp_config.json', user: '~/.gemini/config/mcp_config.json' },
    { user: '~/.gemini/antigravity/mcp_config.json' },
  ],
  lists: [MCP_SERVERS],
  keys: {
    ...USUAL_KEYS,
    serverUrl: 'address',
    cwd: 'folder',
    disabled: 'disabled',
    disabledTools: 'harmless',
    authProviderType: 'harmless',
    oauth: 'harmless',
  },
};
