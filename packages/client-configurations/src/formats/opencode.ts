import type { ClientFormat } from './client-format.js';

const NAMES = ['opencode.json', 'opencode.jsonc'];

/**
 * opencode. By its document "MCP servers" for versions 1 and 2: the first has servers under `mcp`, the second under
 * `mcp.servers`. The command is one list with its arguments.
 */
export const opencode: ClientFormat = {
  id: 'opencode',
  name: 'opencode',
  syntax: 'json',
  files: [
    ...NAMES.flatMap((name) => [
      { workspace: name, user: `~/.config/opencode/${name}`, isShared: true },
      { workspace: `.opencode/${name}`, isShared: true },
      {
        user: {
          linux: `/etc/opencode/${name}`,
          macos: `/Library/Application Support/opencode/${name}`,
          windows: `%ProgramData%\\opencode\\${name}`,
        },
        isShared: true,
      },
    ]),
    // Of its first versions.
    { user: '~/.config/opencode/config.json', isShared: true },
  ],
  lists: [{ at: ['mcp', 'servers'] }, { at: ['mcp'], except: ['servers'] }],
  keys: {
    type: 'harmless',
    command: 'command-line',
    environment: 'variables',
    cwd: 'folder',
    url: 'address',
    headers: 'harmless',
    oauth: 'harmless',
    timeout: 'harmless',
    enabled: 'enabled',
    disabled: 'disabled',
  },
};
