import type { ClientFormat } from './client-format.js';

/** Settings that count for one release channel or system, or are chosen by their name. */
const PARTS = ['dev', 'nightly', 'preview', 'stable', 'linux', 'macos', 'windows'].map((part) => [part]);

/**
 * Zed. By its document "Model Context Protocol" and the schema of its settings. Older versions have an object under `command`.
 * What an extension starts is not in the file.
 */
export const zed: ClientFormat = {
  id: 'zed',
  name: 'Zed',
  syntax: 'json',
  files: [
    {
      workspace: '.zed/settings.json',
      user: {
        linux: '~/.config/zed/settings.json',
        macos: '~/.config/zed/settings.json',
        windows: String.raw`%APPDATA%\Zed\settings.json`,
      },
      isShared: true,
    },
  ],
  lists: [[], ...PARTS, ['profiles', '*'], ['profiles', '*', 'settings']].map((part) => ({
    at: [...part, 'context_servers'],
  })),
  mark: 'context_servers',
  keys: {
    source: 'harmless',
    command: {
      inside: { path: 'command', args: 'args', env: 'variables', timeout: 'harmless' },
      otherwise: 'command',
    },
    args: 'args',
    env: 'variables',
    url: 'address',
    headers: 'harmless',
    oauth: 'harmless',
    timeout: 'harmless',
    enabled: 'enabled',
    // Starts the server on the machine of the project.
    remote: 'harmless',
    settings: 'harmless',
  },
};
