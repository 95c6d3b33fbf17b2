import { nameKey } from '../../common/values/names.js';
import { packageOf } from '../mcps/mcp-source.js';
import { repositoryKey } from '../mcps/repository-key.js';
import { dottedName, packageKey, publicNameOf, serverName } from '../mcps/server-name.js';
import type { JudgedServer, JudgedVersion } from './judged-server.js';

/** As many entries as the gate looks at for one name. */
const MAX_ENTRIES = 5;

/**
 * The servers that their names mean to the gate: an organization's own server hides public ones with its name, and of
 * several public ones with a name none is meant.
 */
function unambiguous(servers: readonly JudgedServer[]): ReadonlySet<JudgedServer> {
  const groups = Map.groupBy(servers, ({ nameKey: key }) => key);
  const meant = [...groups.values()].flatMap((group) => {
    const own = group.find((server) => server.own);
    if (own !== undefined) return [own];
    return group.length === 1 ? group : [];
  });
  return new Set(meant);
}

/**
 * The name of each server in lists for clients: the public name of its repository, or `owner/slug` in the characters of
 * the official registry. Clients take a name for the server that it means to the gate, so a server has no name in lists
 * if none means it there.
 * @param hosts the code hosts whose addresses are repositories
 */
export function listedNames(
  servers: readonly JudgedServer[],
  hosts: readonly string[],
): ReadonlyMap<JudgedServer, string> {
  const meant = unambiguous(servers);
  const names = new Map<JudgedServer, string>();
  for (const server of publicNameHolders(servers)) {
    const name = meant.has(server) ? publicNameOf(server.repoUrl, server.sourcePath) : null;
    if (name !== null) names.set(server, name);
  }
  for (const server of meant) {
    if (names.has(server)) continue;
    const name = dottedName(server.name);
    const { lookup } = serverName(name, hosts);
    if (lookup?.by === 'name' && lookup.key === nameKey(server.name)) names.set(server, name);
  }
  return names;
}

/** The servers to which the gate looks for the public names of their repositories, if it finds all their versions. */
function publicNameHolders(servers: readonly JudgedServer[]): readonly JudgedServer[] {
  const claiming = servers.filter(({ sourcePath }) => sourcePath === '');
  const groups = Map.groupBy(claiming, ({ repoKey }) => repoKey);
  return [...groups.values()].flatMap((group) => {
    const looked = group.sort(inGateOrder).slice(0, MAX_ENTRIES);
    const holder = looked.find((server) => server.versions.some((version) => hasPublicName(server, version)));
    if (holder === undefined) return [];
    const listed = holder.versions.filter(({ verdict }) => verdict === 'allowed');
    return listed.every((version) => hasPublicName(holder, version)) ? [holder] : [];
  });
}

/** The order in which the gate looks at entries of one package or repository. */
export function inGateOrder(a: JudgedServer, b: JudgedServer): number {
  if (a.own !== b.own) return a.own ? -1 : 1;
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (a.addedAt !== b.addedAt) return a.addedAt - b.addedAt;
  return a.id < b.id ? -1 : 1;
}

/** Whether the gate finds a version of a server by the public name of the server's repository. */
function hasPublicName(
  { vouched, platformSource, repoKey }: JudgedServer,
  { source }: JudgedVersion,
): boolean {
  if (source?.kind === 'repository') return source.path === '' && repositoryKey(source.url) === repoKey;
  if (vouched) return true;
  if (source?.kind !== 'npm' && source?.kind !== 'pypi') return false;
  return platformSource !== null && packageKey(packageOf(platformSource)) === packageKey(source);
}
