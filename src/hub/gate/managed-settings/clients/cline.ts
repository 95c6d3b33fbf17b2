import type { AllowedStarts } from '../allowed-starts.js';
import { list, settingsText } from '../settings-text.js';

/**
 * Remote configuration of Cline (docs.cline.bot, "MCP Server Controls"). Local servers are compared by their names alone,
 * and an empty list allows all of them; remote ones are those of the organization.
 */
export function cline(allowed: AllowedStarts): string {
  const servers = allowed.servers();
  const local = servers.filter(({ start }) => start.command !== undefined);
  const remote = servers.flatMap(({ name, start: { url } }) => (url === undefined ? [] : [{ name, url }]));
  return settingsText({
    mcpMarketplaceEnabled: local.length > 0,
    allowedMCPServers: list(local.map(({ name }) => JSON.stringify({ id: name }))),
    remoteMCPServers: list(remote.map((server) => JSON.stringify(server))),
    blockPersonalRemoteMCPServers: true,
  });
}
