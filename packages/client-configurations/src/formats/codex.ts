import type { ClientFormat } from './client-format.js';

/**
 * Codex: its command-line interface, its extension of editors and its desktop application. By its documents "Model Context
 * Protocol" and "Configuration reference". A profile has no servers of its own.
 */
export const codex: ClientFormat = {
  id: 'codex',
  name: 'Codex',
  syntax: 'toml',
  files: [
    { workspace: '.codex/config.toml', user: '~/.codex/config.toml', isShared: true },
    { user: { linux: '/etc/codex/config.toml', macos: '/etc/codex/config.toml' }, isShared: true },
    {
      user: {
        linux: '/etc/codex/managed_config.toml',
        macos: '/etc/codex/managed_config.toml',
        windows: '~/.codex/managed_config.toml',
      },
      isShared: true,
    },
  ],
  lists: [{ at: ['mcp_servers'] }],
  mark: 'mcp_servers',
  keys: {
    command: 'command',
    args: 'args',
    env: 'variables',
    env_vars: 'variable-names',
    cwd: 'folder',
    url: 'address',
    bearer_token: 'harmless',
    bearer_token_env_var: 'harmless',
    http_headers: 'harmless',
    env_http_headers: 'harmless',
    auth: 'harmless',
    scopes: 'harmless',
    oauth: 'harmless',
    oauth_resource: 'harmless',
    enabled: 'enabled',
    required: 'harmless',
    enabled_tools: 'harmless',
    disabled_tools: 'harmless',
    tools: 'harmless',
    default_tools_approval_mode: 'harmless',
    supports_parallel_tool_calls: 'harmless',
    startup_timeout_sec: 'harmless',
    startup_timeout_ms: 'harmless',
    tool_timeout_sec: 'harmless',
    // Starts the server on another machine.
    experimental_environment: 'unread',
    environment_id: 'unread',
  },
};
