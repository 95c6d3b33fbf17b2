import { MCP_SERVERS, USUAL_KEYS, type ClientFormat } from './client-format.js';

/** Windsurf, whose newer versions are Devin Desktop. By its document "Cascade MCP integration". */
export const windsurf: ClientFormat = {
  id: 'windsurf',
  name: 'Windsurf',
  syntax: 'json',
  files: [{ user: '~/.codeium/windsurf/mcp_config.json' }, { user: '~/.codeium/mcp_config.json' }],
  lists: [MCP_SERVERS],
  keys: {
    ...USUAL_KEYS,
    serverUrl: 'address',
    cwd: 'folder',
    disabled: 'disabled',
    disabledTools: 'harmless',
    alwaysAllow: 'harmless',
  },
};
