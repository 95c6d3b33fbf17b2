import type { ClientFormat } from './client-format.js';

/**
 * A configuration in JSON of which the file does not say whose it is: copied, piped, or `mcp.json` in a folder, which several
 * clients and tools read. It has all keys and places that are common among clients.
 */
export const anyClient: ClientFormat = {
  id: 'any',
  name: 'MCP configuration',
  syntax: 'json',
  files: [{ workspace: 'mcp.json' }],
  lists: [
    { at: ['mcpServers'] },
    { at: ['servers'] },
    { at: ['mcp', 'mcpServers'] },
    { at: ['mcp', 'servers'] },
    { at: ['projects', '*', 'mcpServers'], off: ['disabledMcpServers'] },
    { at: ['projects', '*', 'servers'] },
    { at: ['settings', 'mcp', 'servers'] },
    { at: ['settings', 'mcp', 'mcpServers'] },
    { at: ['customizations', 'vscode', 'mcp', 'servers'] },
    { at: ['customizations', 'vscode', 'mcp', 'mcpServers'] },
    { at: ['customizations', 'vscode', 'settings', 'mcp', 'servers'] },
  ],
  keys: {
    type: 'harmless',
    transport: 'harmless',
    transportType: 'harmless',
    command: 'command',
    args: 'args',
    env: 'variables',
    envFile: 'variables-file',
    cwd: 'folder',
    url: 'address',
    serverUrl: 'address',
    httpUrl: 'address',
    headers: 'harmless',
    headersHelper: 'program',
    disabled: 'disabled',
    enabled: 'enabled',
    tools: 'harmless',
    timeout: 'harmless',
    trust: 'harmless',
    alwaysAllow: 'harmless',
    autoApprove: 'harmless',
    disabledTools: 'harmless',
    includeTools: 'harmless',
    excludeTools: 'harmless',
    oauth: 'harmless',
    auth: 'harmless',
    name: 'harmless',
    description: 'harmless',
  },
};
