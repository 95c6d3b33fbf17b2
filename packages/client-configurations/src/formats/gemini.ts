import { USUAL_KEYS, type ClientFormat } from './client-format.js';

/**
 * Gemini CLI. By its documents "MCP servers with the Gemini CLI", "Gemini CLI configuration" and "Gemini CLI extensions".
 * Settings name the servers that are allowed and excluded.
 */
export const gemini: ClientFormat = {
  id: 'gemini-cli',
  name: 'Gemini CLI',
  syntax: 'json',
  files: [
    { workspace: '.gemini/settings.json', user: '~/.gemini/settings.json', isShared: true },
    {
      user: {
        linux: '/etc/gemini-cli/settings.json',
        macos: '/Library/Application Support/GeminiCli/settings.json',
        windows: String.raw`%ProgramData%\gemini-cli\settings.json`,
      },
      isShared: true,
    },
    {
      user: {
        linux: '/etc/gemini-cli/system-defaults.json',
        macos: '/Library/Application Support/GeminiCli/system-defaults.json',
        windows: String.raw`%ProgramData%\gemini-cli\system-defaults.json`,
      },
      isShared: true,
    },
    { workspace: 'gemini-extension.json', isShared: true },
    {
      workspace: '.gemini/extensions/*/gemini-extension.json',
      user: '~/.gemini/extensions/*/gemini-extension.json',
      isShared: true,
    },
  ],
  // The last ones start a program for tools of its own.
  commands: [
    ['mcp', 'serverCommand'],
    ['mcpServerCommand'],
    ['tools', 'discoveryCommand'],
    ['tools', 'callCommand'],
    ['toolDiscoveryCommand'],
    ['toolCallCommand'],
  ],
  lists: [{ at: ['mcpServers'], off: ['mcp', 'excluded'], on: ['mcp', 'allowed'] }],
  keys: {
    ...USUAL_KEYS,
    httpUrl: 'address',
    tcp: 'unread',
    cwd: 'folder',
    timeout: 'harmless',
    trust: 'harmless',
    description: 'harmless',
    includeTools: 'harmless',
    excludeTools: 'harmless',
    oauth: 'harmless',
    authProviderType: 'harmless',
    targetAudience: 'harmless',
    targetServiceAccount: 'harmless',
    extension: 'harmless',
  },
};
