/** An entry of `allowedMcpServers` or `deniedMcpServers`. */
export interface ClientEntry {
  readonly serverName?: string;
  readonly serverUrl?: string;
  readonly serverCommand?: readonly string[];
}

/** A server as a user configures it in a client. */
export type ConfiguredServer =
  | {
      readonly name: string;
      readonly command: readonly string[];
      readonly env?: Readonly<Record<string, string>>;
    }
  | { readonly name: string; readonly url: string };

/** Managed settings with lists of servers. */
export interface ManagedLists {
  readonly allowedMcpServers?: readonly ClientEntry[];
  readonly deniedMcpServers?: readonly ClientEntry[];
}

/**
 * Whether a client runs a server, by the rules that the vendors document ("Enterprise managed settings" of GitHub,
 * "managed-mcp" of Claude Code): a denial wins; without an allow list everything is allowed; a command is compared as a
 * whole, a name exactly, and an address in its normal form, in which `*` does not reach from the host into the path.
 */
export function runsOnClient(
  { allowedMcpServers, deniedMcpServers = [] }: ManagedLists,
  server: ConfiguredServer,
): boolean {
  if (deniedMcpServers.some((entry) => fits(entry, server))) return false;
  return allowedMcpServers === undefined || allowedMcpServers.some((entry) => fits(entry, server));
}

function fits(entry: ClientEntry, server: ConfiguredServer): boolean {
  const keys = Object.keys(entry);
  if (keys.length !== 1) throw new Error(`an entry has ${keys.length} keys: ${JSON.stringify(entry)}`);
  if (entry.serverName !== undefined) return entry.serverName === server.name;
  if (entry.serverCommand !== undefined) {
    return 'command' in server && JSON.stringify(entry.serverCommand) === JSON.stringify(server.command);
  }
  return 'url' in server && entry.serverUrl !== undefined && fitsAddress(entry.serverUrl, server.url);
}

function fitsAddress(pattern: string, url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, pathname, search } = new URL(url);
  const [, scheme = '', authority = '', path = ''] = /^([a-z]+:)\/\/([^/]*)(.*)$/i.exec(pattern) ?? [];
  const matches = (glob: string, text: string, any: string): boolean => {
    const parts = glob.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
    return new RegExp(`^${parts.join(any)}$`).test(text);
  };
  return (
    scheme.toLowerCase() === protocol &&
    matches(authority.toLowerCase(), host.replace(/\.$/, ''), '[^/]*') &&
    matches(path === '' ? '/' : path, pathname + search, '.*')
  );
}

/** Names of servers in Claude Code. */
const CLAUDE_NAME = /^[A-Za-z0-9_-]+$/;

/**
 * Whether Claude Code runs a server, by its documentation of managed MCP servers: entries must be valid, or the whole file
 * is refused; a name alone allows no command where the list has commands, and no address where it has addresses. The lists
 * also apply to the servers of `managed-mcp.json`.
 */
export function runsOnClaude(lists: ManagedLists, server: ConfiguredServer): boolean {
  const { allowedMcpServers, deniedMcpServers = [] } = lists;
  for (const { serverName } of [...(allowedMcpServers ?? []), ...deniedMcpServers]) {
    if (serverName !== undefined && !CLAUDE_NAME.test(serverName))
      throw new Error(`not the name of a server: ${serverName}`);
  }
  const key = 'command' in server ? 'serverCommand' : 'serverUrl';
  const sameKind = allowedMcpServers?.filter((entry) => entry[key] !== undefined) ?? [];
  return runsOnClient(
    sameKind.length === 0 ? lists : { allowedMcpServers: sameKind, deniedMcpServers },
    server,
  );
}
