import { MCP_SERVERS, USUAL_KEYS, type ClientFormat } from './client-format.js';

/**
 * GitHub Copilot: its command-line interface and its cloud agent. By "Adding MCP servers for GitHub Copilot CLI" and "Extending
 * GitHub Copilot cloud agent with MCP". It also reads `.mcp.json`. A server is switched off outside of the file.
 */
export const copilot: ClientFormat = {
  id: 'copilot',
  name: 'GitHub Copilot',
  syntax: 'json',
  files: [
    { workspace: '.mcp.json' },
    { workspace: '.github/mcp.json' },
    { workspace: '.github/copilot/mcp.json' },
    { workspace: '.copilot/mcp-config.json', user: '~/.copilot/mcp-config.json' },
  ],
  lists: [MCP_SERVERS],
  keys: {
    ...USUAL_KEYS,
    cwd: 'folder',
    tools: 'harmless',
    timeout: 'harmless',
    isDefaultServer: 'harmless',
    filterMapping: 'harmless',
    oidc: 'harmless',
    oauthClientId: 'harmless',
    oauthPublicClient: 'harmless',
  },
};
