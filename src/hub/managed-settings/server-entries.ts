import { conflict } from '../../common/errors/api-error.js';
import { compare, type Decided, type DecidedServer } from '../decisions/decided.js';
import { packageCommand, startsOf } from './starts.js';

/** An entry of `allowedMcpServers` or `deniedMcpServers`: exactly one way to recognize a server. */
export type ServerEntry =
  | { readonly serverCommand: readonly string[] }
  | { readonly serverUrl: string }
  | { readonly serverName: string };

/** The entries of managed settings. */
export interface ServerEntries {
  readonly allowed: readonly ServerEntry[];
  readonly denied: readonly ServerEntry[];
}

/** Maximum number of entries that are allowed. */
export const MAX_ALLOWED_ENTRIES = 20_000;

/** Maximum number of entries that are denied. What is not allowed is blocked without an entry, too. */
const MAX_DENIED_ENTRIES = 1000;

/** A command, and the same as it is started on Windows. */
const commandEntries = (command: readonly string[]): readonly ServerEntry[] => [
  { serverCommand: command },
  ...(command[0] === 'cmd' ? [] : [{ serverCommand: ['cmd', '/c', ...command] }]),
];

/**
 * The entries for all versions that are allowed, and for servers that a policy denies by their names.
 * @param withNames whether a name may be an entry; those of servers have a slash
 * @throws 409 for too many entries
 */
export function serverEntries(decided: Decided, withNames: boolean): ServerEntries {
  const allowed = new Map<string, ServerEntry>();
  const add = (entry: ServerEntry): void => void allowed.set(JSON.stringify(entry), entry);
  for (const server of decided.servers) {
    for (const version of server.versions) {
      if (version.verdict !== 'allowed') continue;
      for (const { command, url } of startsOf(server, version, decided.packages)) {
        if (command === undefined) add({ serverUrl: url });
        else commandEntries(command).forEach(add);
      }
    }
    if (allowed.size > MAX_ALLOWED_ENTRIES) throw tooMany();
  }
  return { allowed: sorted(allowed), denied: deniedEntries(decided, allowed, withNames) };
}

const tooMany = (): Error =>
  conflict(
    `the managed settings would have more than ${MAX_ALLOWED_ENTRIES} entries; add policies that allow fewer servers, ` +
      'such as one that denies other origins or lower certification levels',
  );

const sorted = (entries: ReadonlyMap<string, ServerEntry>): readonly ServerEntry[] =>
  [...entries].sort(([a], [b]) => compare(a, b)).map(([, entry]) => entry);

/** Never an entry that would block what is allowed: a denial wins. */
function deniedEntries(
  { servers }: Decided,
  allowed: ReadonlyMap<string, ServerEntry>,
  withNames: boolean,
): readonly ServerEntry[] {
  const namesInUse = new Set(servers.filter(isAllowed).flatMap(namesOf).map(lower));
  const denied = new Map<string, ServerEntry>();
  for (const server of servers) {
    if (!isDeniedByName(server)) continue;
    const names = withNames ? namesOf(server).filter((name) => !namesInUse.has(lower(name))) : [];
    const entries: readonly ServerEntry[] = [
      ...names.map((serverName) => ({ serverName })),
      ...server.versions.flatMap(({ source }) => entriesOf(packageCommand(source))),
    ];
    for (const entry of entries) {
      const key = JSON.stringify(entry);
      if (!allowed.has(key)) denied.set(key, entry);
      if (denied.size === MAX_DENIED_ENTRIES) return sorted(denied);
    }
  }
  return sorted(denied);
}

const entriesOf = (command: readonly string[] | undefined): readonly ServerEntry[] =>
  command === undefined ? [] : commandEntries(command);

const lower = (text: string): string => text.toLowerCase();

const isAllowed = ({ versions }: DecidedServer): boolean =>
  versions.some(({ verdict }) => verdict === 'allowed');

/** Whether a policy about names denies each version that was analyzed. */
function isDeniedByName({ versions }: DecidedServer): boolean {
  const judged = versions.filter(({ verdict }) => verdict !== 'not_analyzed' && verdict !== 'revoked');
  return judged.length > 0 && judged.every(({ verdict }) => verdict === 'denied_by_name');
}

const namesOf = ({ name, listedName }: DecidedServer): readonly string[] =>
  listedName === null || listedName === name ? [name] : [name, listedName];
