import { USUAL_KEYS, type ClientFormat } from './client-format.js';

/**
 * Visual Studio, whose files are those of Visual Studio Code at other places. By its document "Use MCP servers in Visual Studio". It
 * also reads `.vscode/mcp.json` and `.cursor/mcp.json`.
 */
export const visualStudio: ClientFormat = {
  id: 'visual-studio',
  name: 'Visual Studio',
  syntax: 'json',
  files: [
    { workspace: '.mcp.json', user: { windows: String.raw`%USERPROFILE%\.mcp.json` } },
    { workspace: '.vs/mcp.json' },
  ],
  lists: [{ at: ['servers'] }],
  keys: { ...USUAL_KEYS, envFile: 'variables-file', cwd: 'folder' },
};
