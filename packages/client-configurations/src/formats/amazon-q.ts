import { MCP_SERVERS, USUAL_KEYS, type ClientFormat } from './client-format.js';

/** Amazon Q Developer. By its document "Using MCP with Amazon Q Developer" and its agent format. Agents have servers of their own. */
export const amazonQ: ClientFormat = {
  id: 'amazon-q',
  name: 'Amazon Q Developer',
  syntax: 'json',
  files: [
    { workspace: '.amazonq/mcp.json', user: '~/.aws/amazonq/mcp.json' },
    { workspace: '.amazonq/default.json', user: '~/.aws/amazonq/default.json', isShared: true },
    { workspace: '.amazonq/agents/*.json', user: '~/.aws/amazonq/agents/*.json', isShared: true },
    { workspace: '.amazonq/cli-agents/*.json', user: '~/.aws/amazonq/cli-agents/*.json', isShared: true },
  ],
  lists: [MCP_SERVERS],
  keys: {
    ...USUAL_KEYS,
    cwd: 'folder',
    disabled: 'disabled',
    timeout: 'harmless',
    autoApprove: 'harmless',
    oauthScopes: 'harmless',
  },
};
