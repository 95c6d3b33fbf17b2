import { MCP_SERVERS, USUAL_KEYS, type ClientFormat } from './client-format.js';

/** Kiro. By its documents "MCP configuration" and "Agent configuration reference". Agents have servers of their own. */
export const kiro: ClientFormat = {
  id: 'kiro',
  name: 'Kiro',
  syntax: 'json',
  files: [
    { workspace: '.kiro/settings/mcp.json', user: '~/.kiro/settings/mcp.json' },
    { workspace: '.kiro/agents/*.json', user: '~/.kiro/agents/*.json', isShared: true },
  ],
  lists: [MCP_SERVERS],
  keys: {
    ...USUAL_KEYS,
    cwd: 'folder',
    disabled: 'disabled',
    autoApprove: 'harmless',
    disabledTools: 'harmless',
    oauth: 'harmless',
    oauthScopes: 'harmless',
    timeout: 'harmless',
  },
};
