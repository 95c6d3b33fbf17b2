import { MCP_SERVERS, USUAL_KEYS, type ClientFormat } from './client-format.js';

/** Devin: its command-line interface, and Devin Desktop, which was Windsurf. By its document "MCP configuration". */
export const devin: ClientFormat = {
  id: 'devin',
  name: 'Devin',
  syntax: 'json',
  files: [
    ...['mcp_config.json', 'config.json', 'config.local.json'].map((file) => ({
      workspace: `.devin/${file}`,
      user: {
        linux: `~/.config/devin/${file}`,
        macos: `~/.config/devin/${file}`,
        windows: `%APPDATA%\\devin\\${file}`,
      },
      isShared: file !== 'mcp_config.json',
    })),
  ],
  lists: [MCP_SERVERS],
  keys: {
    ...USUAL_KEYS,
    serverUrl: 'address',
    transport: 'harmless',
    oauth: 'harmless',
    disabled: 'disabled',
    disabledTools: 'harmless',
  },
};
