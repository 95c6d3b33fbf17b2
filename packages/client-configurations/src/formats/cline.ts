import { MCP_SERVERS, USUAL_KEYS, type ClientFormat, type System } from './client-format.js';

/** The folder of an extension of Visual Studio Code. */
export const extensionFile = (path: string): Readonly<Record<System, string>> => ({
  linux: `~/.config/Code/User/globalStorage/${path}`,
  macos: `~/Library/Application Support/Code/User/globalStorage/${path}`,
  windows: `%APPDATA%\\Code\\User\\globalStorage\\${path.replaceAll('/', '\\')}`,
});

/** Cline. By its documents "Adding and configuring servers" and "Cline CLI". */
export const cline: ClientFormat = {
  id: 'cline',
  name: 'Cline',
  syntax: 'json',
  files: [
    { user: extensionFile('saoudrizwan.claude-dev/settings/cline_mcp_settings.json') },
    { workspace: '.cline/mcp.json', user: '~/.cline/mcp.json' },
    { user: '~/.cline/data/settings/cline_mcp_settings.json' },
  ],
  lists: [MCP_SERVERS],
  keys: {
    ...USUAL_KEYS,
    transportType: 'harmless',
    cwd: 'folder',
    disabled: 'disabled',
    autoApprove: 'harmless',
    alwaysAllow: 'harmless',
    timeout: 'harmless',
  },
};
