import { nameKey } from '../../../common/values/names.js';
import { byPlace, hasPublicName, MAX_ENTRIES, resolveName } from '../evaluation/named-entries.js';
import { dottedName, publicNameOf, serverName } from '@mcp-hub/client-configurations/names';
import type { ServerDecisions } from './catalog-evaluator.js';

/** The servers that their names in the catalog mean. */
export function resolvedServers<Server extends ServerDecisions>(
  servers: readonly Server[],
): ReadonlySet<Server> {
  const groups = Map.groupBy(servers, ({ nameKey: key }) => key);
  const resolved = [...groups.values()].map((group) => resolveName(group.toSorted(byPlace)));
  return new Set(resolved.filter((server) => typeof server === 'object'));
}

/**
 * The name of each server in lists for clients: the public name of its repository, or `owner/slug` in the characters of
 * the official registry. Clients take a name for the server that it means to the gate, so a server has no name in lists
 * if none means it there.
 * @param hosts the code hosts whose addresses are repositories
 */
export function listedNames(
  servers: readonly ServerDecisions[],
  hosts: readonly string[],
): ReadonlyMap<ServerDecisions, string> {
  const resolved = resolvedServers(servers);
  const names = new Map<ServerDecisions, string>();
  for (const server of publicNameHolders(servers)) {
    const name = resolved.has(server) ? publicNameOf(server.repoUrl, server.sourcePath) : null;
    if (name !== null) names.set(server, name);
  }
  for (const server of resolved) {
    if (names.has(server)) continue;
    const name = dottedName(server.name);
    const { lookup } = serverName(name, hosts);
    if (lookup?.by === 'name' && lookup.key === nameKey(server.name)) names.set(server, name);
  }
  return names;
}

/** The servers to which the gate looks for the public names of their repositories, if it finds all their versions. */
function publicNameHolders(servers: readonly ServerDecisions[]): readonly ServerDecisions[] {
  const claiming = servers.filter(({ sourcePath }) => sourcePath === '');
  const groups = Map.groupBy(claiming, ({ repoKey }) => repoKey);
  return [...groups.values()].flatMap((group) => {
    const looked = group.sort(byPlace).slice(0, MAX_ENTRIES);
    const holder = looked.find((server) =>
      server.versions.some(({ source }) => hasPublicName(server, source)),
    );
    if (holder === undefined) return [];
    const listed = holder.versions.filter(({ outcome }) => outcome === 'allowed');
    return listed.every(({ source }) => hasPublicName(holder, source)) ? [holder] : [];
  });
}
