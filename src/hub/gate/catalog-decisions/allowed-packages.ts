import { byPlace, MAX_ENTRIES } from '../evaluation/named-entries.js';
import { packageKey } from '@mcp-hub/client-configurations/names';
import type { ServerDecisions, VersionDecision } from './catalog-evaluator.js';

interface Entry {
  readonly server: ServerDecisions;
  readonly version: VersionDecision;
  readonly number: string;
}

/**
 * The versions whose package and number mean them to the gate, and are allowed: of several entries with one package, the
 * first that has the number decides.
 * @param listed the servers that are in lists
 * @returns ids of versions
 */
export function allowedPackages(
  servers: readonly ServerDecisions[],
  listed: { readonly has: (server: ServerDecisions) => boolean },
): ReadonlySet<string> {
  const entries = servers.flatMap((server) =>
    server.versions.flatMap((version): (Entry & { readonly key: string })[] => {
      const { source } = version;
      if (source?.kind !== 'npm' && source?.kind !== 'pypi') return [];
      return [{ server, version, number: source.version, key: packageKey(source) }];
    }),
  );
  const allowed = new Set<string>();
  for (const group of Map.groupBy(entries, ({ key }) => key).values()) {
    const looked = [...new Set(group.map(({ server }) => server))].sort(byPlace).slice(0, MAX_ENTRIES);
    for (const same of Map.groupBy(group, ({ number }) => number).values()) {
      const first = looked.find((server) => same.some((entry) => entry.server === server));
      const [entry, another] = same.filter(({ server }) => server === first);
      if (first === undefined || entry === undefined || another !== undefined || !listed.has(first)) continue;
      if (entry.version.outcome === 'allowed' && isNumbered(entry, group)) allowed.add(entry.version.id);
    }
  }
  return allowed;
}

/** Whether the gate finds no other version of the server by its number. */
function isNumbered({ server, version, number }: Entry, group: readonly Entry[]): boolean {
  return !group.some(
    (other) => other.server === server && other.version !== version && other.version.semver === number,
  );
}
