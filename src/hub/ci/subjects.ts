import { repositoryKey } from '../mcps/repository-key.js';
import { packageOf } from '../mcps/mcp-source.js';
import {
  folderKey,
  packageKey,
  serverName,
  type NameKind,
  type ServerLookup,
  type ServerName,
} from '../mcps/server-name.js';
import { licensesIn } from '../policies/licenses.js';
import type { McpFacts } from '../policies/mcp-facts.js';
import type { FoundVersion, NamedServer, WantedVersion } from './ci-catalog.read-model.js';
import type { Item } from './ci-items.js';
import type { Subject } from './subject.js';
import { memoized, versionSubject } from './version-facts.js';
import { versionReference } from './version-reference.js';

/** A name and version of a request, resolved. */
export interface Resolved {
  /** How the name was understood. */
  readonly as: NameKind;
  /** What decides; undefined if it is unknown or ambiguous. */
  readonly server?: NamedServer | undefined;
  readonly version?: FoundVersion | undefined;
  readonly subject: Subject;
}

const UNKNOWN: ServerName = { as: 'catalog_name', lookup: null };

/** Resolves items in two steps: servers by name, then their versions. */
export class Lookup {
  /** The servers to look up, without duplicates. */
  readonly servers: readonly ServerLookup[];
  private readonly names = new Map<string, ServerName>();
  private readonly found = new Map<string, NamedServer[]>();
  private readonly indexes = new Map<string, number>();

  /** @param hosts the code hosts whose addresses are repositories */
  constructor(
    private readonly items: readonly Item[],
    hosts: readonly string[],
  ) {
    const lookups = new Map<string, ServerLookup>();
    for (const { name } of items) {
      if (this.names.has(name)) continue;
      const understood = serverName(name, hosts);
      this.names.set(name, understood);
      if (understood.lookup !== null) lookups.set(lookupKey(understood.lookup), understood.lookup);
    }
    this.servers = [...lookups.values()];
  }

  /** The versions to look up, without duplicates, given the servers that were found. */
  versionsOf(servers: readonly NamedServer[]): readonly WantedVersion[] {
    for (const server of servers) {
      const lookup = this.servers[server.index];
      if (lookup === undefined) continue;
      const key = lookupKey(lookup);
      this.found.set(key, [...(this.found.get(key) ?? []), server]);
    }
    const wanted: WantedVersion[] = [];
    for (const item of this.items) {
      const lookup = this.names.get(item.name)?.lookup ?? null;
      const candidates = this.candidates(lookup);
      if (lookup === null || typeof candidates === 'string') continue;
      for (const server of candidates) {
        const key = versionKey(server, lookup, item.version);
        if (server.withdrawn || this.indexes.has(key)) continue;
        this.indexes.set(key, wanted.length);
        wanted.push(wantedVersion(server, lookup, item.version));
      }
    }
    return wanted;
  }

  /**
   * Resolves an item, given the versions that were found. Equal items share one subject, and each license text is
   * parsed once.
   */
  resolver(found: readonly FoundVersion[], readLicenses = licensesIn): (item: Item) => Resolved {
    const versions = new Map(found.map((version) => [version.index, version]));
    const licensesOf = memoized((text: string) => readLicenses(text) ?? null);
    const subjects = new Map<string, Resolved>();
    return ({ name, version }) => {
      const { as, lookup } = this.names.get(name) ?? UNKNOWN;
      const key = JSON.stringify([as, lookup === null ? '' : lookupKey(lookup), version]);
      const cached = subjects.get(key);
      if (cached !== undefined) return cached;
      const candidates = this.candidates(lookup);
      const entry =
        lookup === null || typeof candidates === 'string'
          ? undefined
          : this.entryOf(candidates, lookup, version, versions);
      const subject =
        candidates === 'ambiguous'
          ? ({ kind: 'ambiguous', what: 'mcp' } as const)
          : subjectOf(entry, licensesOf);
      const resolved = { as, ...entry, subject };
      subjects.set(key, resolved);
      return resolved;
    };
  }

  /** The first of several entries that has the version. */
  private entryOf(
    candidates: readonly NamedServer[],
    lookup: ServerLookup,
    text: string,
    versions: ReadonlyMap<number, FoundVersion>,
  ): Pick<Resolved, 'server' | 'version'> | undefined {
    const entries = candidates.map((server) => {
      const index = this.indexes.get(versionKey(server, lookup, text)) ?? -1;
      return { server, version: meant(versions.get(index), lookup) };
    });
    // The newest version of an own entry may be none, if all are revoked.
    return (
      entries.find(({ server, version }) => version !== undefined || (server.own && text === 'latest')) ??
      entries[0]
    );
  }

  /** The servers that a name may mean, best first. Those that are withdrawn come last. */
  private candidates(lookup: ServerLookup | null): readonly NamedServer[] | 'unknown' | 'ambiguous' {
    const found = lookup === null ? undefined : this.found.get(lookupKey(lookup));
    const first = found?.[0];
    if (lookup === null || found === undefined || first === undefined) return 'unknown';
    if (lookup.by !== 'name') return found;
    // Several public servers with one name are different servers, unless all but one are withdrawn.
    const second = found[1];
    return second === undefined || first.own || second.withdrawn ? [first] : 'ambiguous';
  }
}

const lookupKey = (lookup: ServerLookup): string =>
  JSON.stringify([lookup.by, lookup.key, lookup.by === 'repository' ? lookup.path : '']);

function wantedVersion(server: NamedServer, lookup: ServerLookup, version: string): WantedVersion {
  // A digest says everything, also without a version.
  const isWhole = lookup.by === 'digest' && ['latest', lookup.key].includes(version.toLowerCase());
  return {
    mcpId: server.id,
    reference: versionReference(isWhole ? lookup.key : version),
    ...sourceOf(server, lookup),
    digest: lookup.by === 'digest' ? lookup.key : null,
    versionId: server.boundVersionId,
  };
}

function sourceOf(
  { vouched, platformSource }: NamedServer,
  lookup: ServerLookup,
): Pick<WantedVersion, 'sourceKey' | 'otherKey'> {
  if (lookup.by === 'package') return { sourceKey: lookup.key, otherKey: null };
  if (lookup.by === 'repository') return { sourceKey: folderKey(lookup.path), otherKey: null };
  if (lookup.by !== 'public' || vouched) return { sourceKey: null, otherKey: null };
  return {
    sourceKey: folderKey(''),
    otherKey: platformSource === null ? null : packageKey(packageOf(platformSource)),
  };
}

/**
 * Of a repository only what was fetched from it, because the address of an entry may have changed since. A public name
 * also means what else its entry may have under it.
 */
function meant(version: FoundVersion | undefined, lookup: ServerLookup): FoundVersion | undefined {
  if ((lookup.by !== 'repository' && lookup.by !== 'public') || version === undefined) return version;
  if (version.repoUrl === null) return lookup.by === 'public' ? version : undefined;
  return repositoryKey(version.repoUrl) === lookup.key ? version : undefined;
}

const versionKey = ({ id }: NamedServer, lookup: ServerLookup, version: string): string =>
  JSON.stringify([id, lookup.by === 'name' ? '' : lookupKey(lookup), version]);

function subjectOf(
  entry: Pick<Resolved, 'server' | 'version'> | undefined,
  licensesOf: (text: string) => McpFacts['licenses'],
): Subject {
  const { server, version } = entry ?? {};
  if (server === undefined) return { kind: 'not_found', what: 'mcp' };
  if (server.withdrawn) return { kind: 'withdrawn' };
  if (version === undefined) return { kind: 'not_found', what: 'version' };
  const subject = versionSubject(server, version, licensesOf);
  if (!version.ambiguous) return subject;
  const facts = version.isNewest && subject.kind === 'analyzed' ? { facts: subject.facts } : undefined;
  return { kind: 'ambiguous', what: 'version', ...facts };
}
