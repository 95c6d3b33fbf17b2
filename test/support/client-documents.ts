import { parse } from 'smol-toml';
import type { ConfiguredServer, ManagedLists } from './client-rules.js';

/**
 * What clients that go by names do with their settings, by what their vendors document. Nothing here is of the code under
 * test.
 */

interface Definition {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly httpUrl?: string;
}

const definitionOf = (server: ConfiguredServer): Definition => {
  if ('url' in server) return { httpUrl: server.url };
  const [command = '', ...args] = server.command;
  return { command, args, ...(server.env !== undefined && { env: server.env }) };
};

interface Matcher {
  readonly match: string;
  readonly value?: string;
}

/**
 * Whether Codex enables a server, by its reference of `requirements.toml`: without the table everything is enabled; else the
 * name must be in it, and the identity must fit: a text is the program alone or the whole address, and a table the program
 * and each argument in its place. Variables and folders are not looked at.
 */
export function runsOnCodex(text: string, server: ConfiguredServer): boolean {
  const { mcp_servers: table } = parse(text) as { mcp_servers?: Record<string, { identity: object }> };
  if (table === undefined) return true;
  if (!Object.hasOwn(table, server.name)) return false;
  const requirement = table[server.name] ?? { identity: {} };
  onlyKeys(requirement, ['identity']);
  const identity = requirement.identity as {
    command?: string | { executable: string; args: readonly Matcher[] };
    url?: string;
  };
  onlyKeys(identity, ['command', 'url']);
  if ('url' in server) return identity.url === server.url;
  const [program, ...args] = server.command;
  if (typeof identity.command === 'string') return identity.command === program;
  if (identity.command === undefined) return false;
  onlyKeys(identity.command, ['executable', 'args']);
  const { executable, args: matchers } = identity.command;
  return (
    executable === program &&
    matchers.length === args.length &&
    matchers.every((matcher, index) => {
      onlyKeys(matcher, ['match', 'value']);
      if (matcher.match !== 'exact') throw new Error(`not an exact matcher: ${matcher.match}`);
      return matcher.value === args[index];
    })
  );
}

/** System settings of Gemini CLI. */
export interface GeminiSettings {
  readonly mcp: { readonly allowed?: readonly string[]; readonly excluded?: readonly string[] };
  readonly mcpServers: Readonly<Record<string, Definition>>;
}

/**
 * What Gemini CLI starts for a server of a user: undefined if its name is not allowed, else what the system settings define
 * under the name, in place of the user's. An empty list of allowed names restricts nothing.
 */
export function startedByGemini(
  { mcp: { allowed = [], excluded = [] }, mcpServers }: GeminiSettings,
  server: ConfiguredServer,
): Definition | undefined {
  if (allowed.length > 0 && !allowed.includes(server.name)) return undefined;
  if (excluded.includes(server.name)) return undefined;
  return Object.hasOwn(mcpServers, server.name) ? mcpServers[server.name] : definitionOf(server);
}

/** Remote configuration of Cline. */
export interface ClineSettings {
  readonly mcpMarketplaceEnabled?: boolean;
  readonly allowedMCPServers?: readonly { readonly id: string }[];
  readonly remoteMCPServers?: readonly { readonly name: string; readonly url: string }[];
  readonly blockPersonalRemoteMCPServers?: boolean;
}

/** Whether Cline connects to a server: a local one by its name alone, and a remote one if it is one of the organization. */
export function runsOnCline(settings: ClineSettings, server: ConfiguredServer): boolean {
  if ('url' in server) {
    return (
      settings.blockPersonalRemoteMCPServers !== true ||
      (settings.remoteMCPServers ?? []).some(({ name, url }) => name === server.name && url === server.url)
    );
  }
  if (settings.mcpMarketplaceEnabled === false) return false;
  const { allowedMCPServers: allowed = [] } = settings;
  return allowed.length === 0 || allowed.some(({ id }) => id === server.name);
}

/** The Server Config of each Server ID in the whitelist of a Windsurf team. */
export type WindsurfWhitelist = Readonly<
  Record<string, { readonly command: string; readonly args: readonly string[] }>
>;

/**
 * Whether Windsurf runs a local server: with an entry in the whitelist, only those whose name is an ID, and whose program and
 * each argument fit the patterns of it as a whole. Variables are not looked at.
 */
export function runsOnWindsurf(whitelist: WindsurfWhitelist, server: ConfiguredServer): boolean {
  if (Object.keys(whitelist).length === 0) return true;
  if ('url' in server || !Object.hasOwn(whitelist, server.name)) return false;
  const [program = '', ...args] = server.command;
  const { command = '', args: patterns = [] } = whitelist[server.name] ?? {};
  const fits = (pattern: string, text: string): boolean => new RegExp(`^(?:${pattern})$`, 'u').test(text);
  return (
    fits(command, program) &&
    patterns.length === args.length &&
    patterns.every((pattern, index) => fits(pattern, args[index] ?? ''))
  );
}

/** A list that the file of a team may replace. */
interface Overridable<T> {
  readonly overridable: T;
}

/** The lists of an enterprise as they are for the members of a team with its own file, and for others. */
export function listsOfTeam(
  enterprise: {
    readonly [Key in keyof ManagedLists]: Overridable<NonNullable<ManagedLists[Key]>> | ManagedLists[Key];
  },
  team: ManagedLists | undefined,
): ManagedLists {
  const of = (key: keyof ManagedLists) => {
    const value = enterprise[key];
    if (value === undefined || !('overridable' in value)) return value;
    return team?.[key] ?? value.overridable;
  };
  const [allowed, denied] = [of('allowedMcpServers'), of('deniedMcpServers')];
  return {
    ...(allowed !== undefined && { allowedMcpServers: allowed }),
    ...(denied !== undefined && { deniedMcpServers: denied }),
  };
}

/** Clients refuse keys that they do not know, or take them for nothing. */
function onlyKeys(object: object, keys: readonly string[]): void {
  for (const key of Object.keys(object)) {
    if (!keys.includes(key)) throw new Error(`an unknown key: ${key}`);
  }
}
