import { programAndArguments, type AllowedStarts, type NamedStart } from '../allowed-starts.js';
import { entries, list, settingsText } from '../settings-text.js';

/**
 * Managed settings of Claude Code (code.claude.com, "Control MCP server access for your organization"). Commands are compared
 * word by word. Its names have no slash, so that none of ours means a server there.
 */
export function claude(allowed: AllowedStarts): string {
  const lists = allowed.lists(false);
  return settingsText({
    allowManagedMcpServersOnly: true,
    allowedMcpServers: list(lists.allowed),
    deniedMcpServers: list(lists.denied),
  });
}

/** Its `managed-mcp.json`: exactly these servers, as they are here. */
export const claudeMcp = (allowed: AllowedStarts): string =>
  settingsText({ mcpServers: entries(allowed.servers().map(server)) });

const server = ({ name, start }: NamedStart): [string, object] => [
  name,
  start.command === undefined
    ? { type: 'http', url: start.url }
    : { ...programAndArguments(start.command), env: {} },
];
