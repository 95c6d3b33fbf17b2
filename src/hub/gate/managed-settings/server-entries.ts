import type { SettingsLauncher } from '@mcp-hub/client-configurations';
import { conflict } from '../../../common/errors/api-error.js';
import type { Decided, DecidedServer } from '../catalog-decisions/decided.js';
import { packageCommand } from './package-command.js';
import { startsOf } from './starts.js';

/** The entries of managed settings as JSON, in the order of their text: each is exactly one way to recognize a server. */
export interface ServerEntries {
  readonly allowed: readonly string[];
  readonly denied: readonly string[];
}

/** Maximum number of entries that are allowed: of 10,000 versions that are in the registry and a package, too. */
const MAX_ALLOWED_ENTRIES = 80_000;

/** Maximum number of entries that are denied. What is not allowed is blocked without an entry, too. */
const MAX_DENIED_ENTRIES = 1000;

/** A command, and the same as it is started on Windows. */
function commandEntries(command: readonly string[]): readonly string[] {
  const text = JSON.stringify(command);
  const plain = `{"serverCommand":${text}}`;
  return command[0] === 'cmd' ? [plain] : [plain, `{"serverCommand":["cmd","/c",${text.slice(1)}}`];
}

/**
 * The entries for all versions that are allowed, and for servers that a policy denies by their names.
 * @param withNames whether a name may be an entry; those of servers have a slash
 * @throws 409 for too many entries
 */
export function serverEntries(
  decided: Decided,
  launcher: SettingsLauncher,
  withNames: boolean,
): ServerEntries {
  const allowed = new Set<string>();
  for (const server of decided.servers) {
    for (const version of server.versions) {
      if (version.outcome !== 'allowed') continue;
      for (const { command, url } of startsOf(server, version, decided.packages, launcher)) {
        if (command === undefined) allowed.add(JSON.stringify({ serverUrl: url }));
        else for (const entry of commandEntries(command)) allowed.add(entry);
      }
    }
    if (allowed.size > MAX_ALLOWED_ENTRIES) throw tooMany();
  }
  // By code unit, so that the order is the same everywhere.
  return { allowed: [...allowed].sort(), denied: deniedEntries(decided, allowed, withNames) };
}

const tooMany = (): Error =>
  conflict(
    `the managed settings would have more than ${MAX_ALLOWED_ENTRIES} entries; add policies that allow fewer servers, ` +
      'such as one that denies other origins or lower certification levels',
  );

/** Never an entry that would block what is allowed: a denial wins. */
function deniedEntries(
  { servers }: Decided,
  allowed: ReadonlySet<string>,
  withNames: boolean,
): readonly string[] {
  const deniedServers = servers.filter(isDeniedByName);
  if (deniedServers.length === 0) return [];
  const namesInUse = new Set(servers.filter(isAllowed).flatMap(namesOf).map(lower));
  const denied = new Set<string>();
  for (const server of deniedServers) {
    const names = withNames ? namesOf(server).filter((name) => !namesInUse.has(lower(name))) : [];
    const entries = [
      ...names.map((serverName) => JSON.stringify({ serverName })),
      ...server.versions.flatMap(({ source }) => {
        const command = packageCommand(source);
        return command === undefined ? [] : commandEntries(command);
      }),
    ];
    for (const entry of entries) {
      if (!allowed.has(entry)) denied.add(entry);
      if (denied.size === MAX_DENIED_ENTRIES) return [...denied].sort();
    }
  }
  return [...denied].sort();
}

const lower = (text: string): string => text.toLowerCase();

const isAllowed = ({ versions }: DecidedServer): boolean =>
  versions.some(({ outcome }) => outcome === 'allowed');

/** Whether a policy about names denies each version that was analyzed. */
function isDeniedByName({ versions }: DecidedServer): boolean {
  const evaluated = versions.filter(({ outcome }) => outcome !== 'not_analyzed' && outcome !== 'revoked');
  return evaluated.length > 0 && evaluated.every(({ outcome }) => outcome === 'denied_by_name');
}

const namesOf = ({ name, listedName }: DecidedServer): readonly string[] =>
  listedName === null || listedName === name ? [name] : [name, listedName];
