import { versionReference } from '../evaluation/version-reference.js';
import { compare, type Decided, type DecidedServer } from '../catalog-decisions/decided.js';
import type { VersionDecision } from '../catalog-decisions/catalog-evaluator.js';
import { dottedName } from '@mcp-hub/client-configurations/names';

/** A version of a server in lists. */
export interface ListedVersion {
  readonly server: DecidedServer;
  readonly version: VersionDecision;
  /** Name of the server. */
  readonly name: string;
  /** Its version: the gate finds the version of the server by it. */
  readonly label: string;
  /** Revoked in the registry. */
  readonly isDeleted: boolean;
  /** The newest one that is not deleted. */
  readonly isLatest: boolean;
}

/** The versions in lists, in their order: by name, then the one that was created last first. */
export class ListIndex {
  readonly entries: readonly ListedVersion[];
  private readonly byName = new Map<string, readonly ListedVersion[]>();

  constructor({ servers }: Decided) {
    const listed = servers.map(versionsOf).filter((versions) => versions.length > 0);
    // The names in lists come last: an address is never another server's.
    for (const namesOf of [otherNames, listedName]) {
      for (const versions of listed) {
        for (const name of namesOf(versions[0])) this.byName.set(name.toLowerCase(), versions);
      }
    }
    this.entries = listed.sort((a, b) => compare(a[0]?.name ?? '', b[0]?.name ?? '')).flat();
  }

  /** The versions of a server, by its name in lists or in the catalog; none for an unknown one. */
  versionsOf(name: string): readonly ListedVersion[] {
    return this.byName.get(name.toLowerCase()) ?? [];
  }
}

const listedName = (entry: ListedVersion | undefined): readonly string[] =>
  entry === undefined ? [] : [entry.name];

const otherNames = (entry: ListedVersion | undefined): readonly string[] =>
  entry === undefined ? [] : [entry.server.name, dottedName(entry.server.name)];

function versionsOf(server: DecidedServer): readonly ListedVersion[] {
  const { listedName: name } = server;
  if (name === null) return [];
  const latest = server.versions.find(({ outcome }) => outcome === 'allowed');
  return server.versions
    .filter(({ outcome }) => outcome === 'allowed' || outcome === 'revoked')
    .sort((a, b) => b.createdAt - a.createdAt || compare(b.id, a.id))
    .map((version) => ({
      server,
      version,
      name,
      label: labelOf(version, server.versions),
      isDeleted: version.outcome === 'revoked',
      isLatest: version === latest,
    }));
}

/** The semantic version if it means no other version of the server to the gate, else the visible version. */
function labelOf(
  { semver, visibleVersion, isResolvedByNumber }: VersionDecision,
  versions: readonly VersionDecision[],
): string {
  if (semver === null || !isResolvedByNumber || versionReference(semver).semver !== semver)
    return visibleVersion;
  const isUnique = versions.filter((other) => other.semver === semver).length === 1;
  return isUnique && !versions.some((other) => other.visibleVersion === semver) ? semver : visibleVersion;
}

const indexes = new WeakMap<Decided, ListIndex>();

/** The index of decisions, which is made once. */
export function listIndexOf(decided: Decided): ListIndex {
  const made = indexes.get(decided) ?? new ListIndex(decided);
  indexes.set(decided, made);
  return made;
}
