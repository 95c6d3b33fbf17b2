import { createHash } from 'node:crypto';
import { conflict } from '../../common/errors/api-error.js';
import { compare, type Decided, type DecidedServer } from '../decisions/decided.js';
import { MAX_ALLOWED_ENTRIES, serverEntries } from './server-entries.js';
import { startsOf, type Start } from './starts.js';

/** The formats of managed settings: of Copilot, Claude Code (two files) and VS Code. */
export const FORMATS = ['copilot', 'claude', 'claude-mcp', 'vscode'] as const;
export type Format = (typeof FORMATS)[number];

/**
 * The document of a format as text, with an entry in each line. The same decisions give the same bytes.
 *
 * Sources: docs.github.com, "Enterprise managed settings"; code.claude.com, "managed-mcp"; code.visualstudio.com,
 * "Enterprise policies".
 * @throws 409 for too many entries
 */
export function managedSettings(decided: Decided, format: Format): string {
  if (format === 'claude-mcp') return document({ mcpServers: startedServers(decided) });
  // Names in entries of Claude Code have no slash.
  const { allowed, denied } = serverEntries(decided, format !== 'claude');
  if (format === 'copilot') return document({ allowedMcpServers: allowed, deniedMcpServers: denied });
  if (format === 'claude') {
    return document({
      allowManagedMcpServersOnly: true,
      allowedMcpServers: allowed,
      deniedMcpServers: denied,
    });
  }
  return document({
    ChatAllowManagedMcpServersOnly: true,
    ChatAllowedMcpServers: allowed,
    ChatDeniedMcpServers: denied,
  });
}

/** A server of Claude Code's `managed-mcp.json`. */
type StartedServer =
  | { readonly command: string; readonly args: readonly string[]; readonly env: object }
  | { readonly type: 'http'; readonly url: string };

/** The newest allowed version of each server that can be started, by a name in the characters of Claude Code. */
function startedServers({ servers, packages }: Decided): Readonly<Record<string, StartedServer>> {
  const started = servers.flatMap((server): { server: DecidedServer; start: Start }[] => {
    for (const version of server.versions) {
      if (version.verdict !== 'allowed') continue;
      const [start] = startsOf(server, version, packages);
      if (start !== undefined) return [{ server, start }];
    }
    return [];
  });
  if (started.length > MAX_ALLOWED_ENTRIES) {
    throw conflict(`more than ${MAX_ALLOWED_ENTRIES} servers are allowed; add policies that allow fewer`);
  }
  const groups = Map.groupBy(started, ({ server }) => plainName(server));
  const named = [...groups].flatMap(([name, group]) =>
    group.map(({ server, start }) => {
      const key = group.length === 1 ? name : `${name}-${shortHash(server.id)}`;
      return [key, startedServer(start)] as const;
    }),
  );
  return Object.fromEntries(named.sort(([a], [b]) => compare(a, b)));
}

const plainName = ({ nameKey }: DecidedServer): string => nameKey.replace('/', '_');

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

function startedServer(start: Start): StartedServer {
  if (start.command === undefined) return { type: 'http', url: start.url };
  const [command = '', ...args] = start.command;
  return { command, args, env: {} };
}

type Section = boolean | readonly string[] | Readonly<Record<string, StartedServer>>;

/** JSON with an item of each section in a line, so that differences between two documents are readable. */
function document(sections: Readonly<Record<string, Section>>): string {
  const lines = Object.entries(sections).map(
    ([name, section]) => `  ${JSON.stringify(name)}: ${text(section)}`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** A list of JSON texts, or an object. */
function text(section: Section): string {
  if (typeof section === 'boolean') return String(section);
  if (Array.isArray(section)) return lined('[', section as readonly string[], ']');
  const items = Object.entries(section).map(
    ([name, item]) => `${JSON.stringify(name)}: ${JSON.stringify(item)}`,
  );
  return lined('{', items, '}');
}

const lined = (open: string, items: readonly string[], close: string): string =>
  items.length === 0 ? open + close : `${open}\n    ${items.join(',\n    ')}\n  ${close}`;
