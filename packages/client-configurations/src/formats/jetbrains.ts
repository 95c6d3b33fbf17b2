import { MCP_SERVERS, USUAL_KEYS, type ClientFormat } from './client-format.js';

/**
 * JetBrains: Air, and GitHub Copilot in the IDEs. By "MCP servers" of JetBrains Air and "Extending GitHub Copilot Chat with MCP".
 * Air also reads `.mcp.json`. AI Assistant keeps its servers in its own settings, into which JSON is pasted.
 */
export const jetbrains: ClientFormat = {
  id: 'jetbrains',
  name: 'JetBrains',
  syntax: 'json',
  files: [
    { workspace: '.air/mcp.json' },
    {
      user: {
        linux: '~/.config/github-copilot/intellij/mcp.json',
        macos: '~/.config/github-copilot/intellij/mcp.json',
        windows: String.raw`%LOCALAPPDATA%\github-copilot\intellij\mcp.json`,
      },
      lists: [{ at: ['servers'] }],
    },
  ],
  lists: [MCP_SERVERS],
  keys: { ...USUAL_KEYS, cwd: 'folder', requestInit: 'harmless', enabled: 'enabled', disabled: 'disabled' },
};
