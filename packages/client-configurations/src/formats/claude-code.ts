import { MCP_SERVERS, USUAL_KEYS, type ClientFormat, type ServerList } from './client-format.js';

/** Plugins may leave out `mcpServers`, so that the file is the list. */
const PLUGIN_SERVERS: ServerList = { at: [], unless: ['mcpServers', 'servers'] };

/**
 * Claude Code. By its documents "Connect Claude Code to tools via MCP", "Plugins reference" and "Managed MCP configuration":
 * servers of a project, of a user, of projects of a user, of plugins and of a machine. A server is switched off by its name,
 * outside of its entry.
 */
export const claudeCode: ClientFormat = {
  id: 'claude-code',
  name: 'Claude Code',
  syntax: 'json',
  files: [
    { workspace: '.mcp.json', lists: [MCP_SERVERS, { at: ['servers'] }, PLUGIN_SERVERS] },
    { workspace: '.claude-plugin/plugin.json', isShared: true },
    {
      user: '~/.claude.json',
      isShared: true,
      lists: [
        { at: ['mcpServers'], off: ['disabledMcpServers'] },
        { at: ['projects', '*', 'mcpServers'], off: ['disabledMcpServers'] },
      ],
    },
    {
      user: {
        linux: '/etc/claude-code/managed-mcp.json',
        macos: '/Library/Application Support/ClaudeCode/managed-mcp.json',
        windows: String.raw`%ProgramFiles%\ClaudeCode\managed-mcp.json`,
      },
    },
  ],
  lists: [MCP_SERVERS],
  keys: {
    ...USUAL_KEYS,
    headersHelper: 'program',
    oauth: 'harmless',
    timeout: 'harmless',
    alwaysLoad: 'harmless',
  },
};
