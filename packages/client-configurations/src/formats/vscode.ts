import { USUAL_KEYS, type ClientFormat, type ServerList, type System } from './client-format.js';

const IN_SETTINGS: ServerList = { at: ['mcp', 'servers'] };

/** The folder of a user's settings. */
const inUserFolder = (file: string): Readonly<Record<System, string>> => ({
  linux: `~/.config/Code/User/${file}`,
  macos: `~/Library/Application Support/Code/User/${file}`,
  windows: `%APPDATA%\\Code\\User\\${file.replaceAll('/', '\\')}`,
});

/**
 * Visual Studio Code. By its "MCP configuration reference", "Workspaces" and "Dev container metadata reference". Servers in
 * settings are of older versions, which newer ones move to `mcp.json`. A server is switched off outside of the file.
 */
export const vscode: ClientFormat = {
  id: 'vscode',
  name: 'Visual Studio Code',
  syntax: 'json',
  files: [
    { workspace: '.vscode/mcp.json', user: inUserFolder('mcp.json') },
    { user: inUserFolder('profiles/*/mcp.json') },
    {
      workspace: '.vscode/settings.json',
      user: inUserFolder('settings.json'),
      isShared: true,
      lists: [IN_SETTINGS],
    },
    {
      workspace: '*.code-workspace',
      isShared: true,
      lists: [IN_SETTINGS, { at: ['settings', 'mcp', 'servers'] }],
    },
    ...['.devcontainer/devcontainer.json', '.devcontainer.json', '.devcontainer/*/devcontainer.json'].map(
      (workspace) => ({
        workspace,
        isShared: true,
        lists: [
          { at: ['customizations', 'vscode', 'mcp', 'servers'] },
          { at: ['customizations', 'vscode', 'settings', 'mcp', 'servers'] },
        ],
      }),
    ),
  ],
  lists: [{ at: ['servers'] }],
  keys: {
    ...USUAL_KEYS,
    envFile: 'variables-file',
    cwd: 'folder',
    // `watch` restarts the server, and a debugger adds its option to `node` or `python`; one of a path is any program.
    dev: {
      inside: {
        watch: 'harmless',
        debug: { inside: { type: 'harmless', debugpyPath: 'unread' }, otherwise: 'unread' },
      },
      otherwise: 'unread',
    },
    // Both can only take rights away from the server.
    sandboxEnabled: 'harmless',
    sandbox: 'harmless',
    oauth: 'harmless',
    gallery: 'harmless',
    version: 'harmless',
  },
};
