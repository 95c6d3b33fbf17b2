import { serverName, type ServerLookup } from '../names/server-name.js';

/**
 * The key under which decisions have a name, whichever way it is written; undefined for a name that no server has.
 * @param hosts the code hosts of the decisions
 */
export function referenceKey(name: string, hosts: readonly string[]): string | undefined {
  const { lookup } = serverName(name, hosts);
  return lookup === null ? undefined : keyOfLookup(lookup);
}

/** The same for a name that is understood. Keys of different kinds are never equal. */
export function keyOfLookup(lookup: ServerLookup): string {
  // `npm:name`, `pypi:name` and `sha256:<hex>` say of themselves what they are.
  if (lookup.by === 'package' || lookup.by === 'digest') return lookup.key;
  return lookup.by === 'repository' && lookup.path !== ''
    ? `repository:${lookup.key}#${lookup.path}`
    : `${lookup.by}:${lookup.key}`;
}
