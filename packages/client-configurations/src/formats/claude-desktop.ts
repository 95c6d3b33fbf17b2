import { MCP_SERVERS, USUAL_KEYS, type ClientFormat } from './client-format.js';

/** Claude Desktop. By "Getting started with local MCP servers on Claude Desktop". Its file may be copied into a folder. */
export const claudeDesktop: ClientFormat = {
  id: 'claude-desktop',
  name: 'Claude Desktop',
  syntax: 'json',
  files: [
    {
      workspace: 'claude_desktop_config.json',
      user: {
        linux: '~/.config/Claude/claude_desktop_config.json',
        macos: '~/Library/Application Support/Claude/claude_desktop_config.json',
        windows: String.raw`%APPDATA%\Claude\claude_desktop_config.json`,
      },
      isShared: true,
    },
  ],
  lists: [MCP_SERVERS],
  keys: { ...USUAL_KEYS, cwd: 'folder' },
};
