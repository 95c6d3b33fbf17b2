import type { ClientFormat, EntryKeys } from './client-format.js';

const KEYS: EntryKeys = {
  type: 'harmless',
  name: 'name',
  display_name: 'harmless',
  description: 'harmless',
  cmd: 'command',
  args: 'args',
  envs: 'variables',
  env_keys: 'variable-names',
  cwd: 'folder',
  uri: 'address',
  headers: 'harmless',
  socket: 'unread',
  code: 'unread',
  dependencies: 'unread',
  client_id: 'harmless',
  client_secret_key: 'harmless',
  scopes: 'harmless',
  timeout: 'harmless',
  bundled: 'harmless',
  available_tools: 'harmless',
  enabled: 'enabled',
};

/**
 * Goose. By its documents "Configuration files", "Using extensions" and "Recipe reference guide". Some versions have the entry inside
 * of `config`; recipes have a list of entries. Extensions that are built in start nothing else.
 */
export const goose: ClientFormat = {
  id: 'goose',
  name: 'Goose',
  syntax: 'yaml',
  files: [
    {
      user: {
        linux: '~/.config/goose/config.yaml',
        macos: '~/.config/goose/config.yaml',
        windows: String.raw`%APPDATA%\Block\goose\config\config.yaml`,
      },
      isShared: true,
    },
    { workspace: '.goose/recipes/*.yaml', user: '~/.config/goose/recipes/*.yaml', isShared: true },
  ],
  lists: [{ at: ['extensions'] }],
  mark: 'extensions',
  keys: { ...KEYS, config: { inside: KEYS, otherwise: 'unread' } },
  ownTypes: ['builtin', 'platform'],
};
