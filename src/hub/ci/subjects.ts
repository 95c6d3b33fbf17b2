import { nameKey } from '../../common/values/names.js';
import { SEVERITIES, type McpVersionStatus } from '../mcps/mcp-values.js';
import { licensesIn } from '../policies/licenses.js';
import type { McpFacts, SeverityBound } from '../policies/mcp-facts.js';
import type { FoundVersion, NamedServer, SnapshotFacts, WantedVersion } from './ci-catalog.read-model.js';
import type { Item } from './ci-items.js';
import { versionReference } from './version-reference.js';

/** What a name and version of a request resolve to. */
export type Subject =
  | { readonly kind: 'not_found'; readonly what: 'mcp' | 'version' }
  /** Several servers or commits match. */
  | { readonly kind: 'ambiguous'; readonly what: 'mcp' | 'version' }
  /** The organization of the server is suspended or deleted. */
  | { readonly kind: 'withdrawn' }
  | { readonly kind: 'not_analyzed' }
  /** The version is revoked in the registry; the reason may be empty. */
  | { readonly kind: 'revoked'; readonly reason: string }
  | { readonly kind: 'analyzed'; readonly facts: McpFacts };

/** Statuses of versions with a complete analysis. */
const ANALYZED: readonly McpVersionStatus[] = ['CERTIFIED', 'NOT_CERTIFIED', 'PUBLISHED'];

/** The keys of the items' names, without duplicates. */
export const nameKeysOf = (items: readonly Item[]): readonly string[] => [
  ...new Set(items.map(({ name }) => nameKey(name))),
];

/** Resolves items in two steps: servers by name, then their versions. */
export class Lookup {
  /** The versions to look up, without duplicates. */
  readonly wanted: readonly WantedVersion[];
  private readonly servers = new Map<string, NamedServer | 'ambiguous'>();
  private readonly indexes = new Map<string, number>();

  constructor(items: readonly Item[], servers: readonly NamedServer[]) {
    for (const server of servers) {
      const other = this.servers.get(server.nameKey);
      // The organization's own server comes first; several public ones are ambiguous unless withdrawn.
      const isFirst = other === undefined || server.own;
      if (isFirst) this.servers.set(server.nameKey, server);
      else if (other !== 'ambiguous' && !other.own && !server.withdrawn)
        this.servers.set(server.nameKey, 'ambiguous');
    }
    const wanted: WantedVersion[] = [];
    for (const { name, version } of items) {
      const server = this.servers.get(nameKey(name));
      if (server === undefined || server === 'ambiguous' || server.withdrawn) continue;
      const key = versionKey(server, version);
      if (this.indexes.has(key)) continue;
      this.indexes.set(key, wanted.length);
      wanted.push({ mcpId: server.id, reference: versionReference(version) });
    }
    this.wanted = wanted;
  }

  /**
   * Resolves an item, given the versions that were found. Equal items share one subject, and each license text is
   * parsed once.
   */
  resolver(found: readonly FoundVersion[], readLicenses = licensesIn): (item: Item) => Subject {
    const versions = new Map(found.map((version) => [version.index, version]));
    const licensesOf = memoized((text: string) => readLicenses(text) ?? null);
    const subjects = new Map<string, Subject>();
    return ({ name, version }) => {
      const server = this.servers.get(nameKey(name));
      if (server === undefined) return { kind: 'not_found', what: 'mcp' };
      if (server === 'ambiguous') return { kind: 'ambiguous', what: 'mcp' };
      if (server.withdrawn) return { kind: 'withdrawn' };
      const key = versionKey(server, version);
      const cached = subjects.get(key);
      if (cached !== undefined) return cached;
      const subject = subjectOf(server, versions.get(this.indexes.get(key) ?? -1), licensesOf);
      subjects.set(key, subject);
      return subject;
    };
  }
}

function memoized<K, V>(valueOf: (key: K) => V): (key: K) => V {
  const values = new Map<K, V>();
  return (key) => {
    const cached = values.get(key);
    if (cached !== undefined) return cached;
    const value = valueOf(key);
    values.set(key, value);
    return value;
  };
}

const versionKey = ({ id }: NamedServer, version: string): string => `${id} ${version}`;

function subjectOf(
  server: NamedServer,
  version: FoundVersion | undefined,
  licensesOf: (text: string) => McpFacts['licenses'],
): Subject {
  if (version === undefined) return { kind: 'not_found', what: 'version' };
  if (version.ambiguous) return { kind: 'ambiguous', what: 'version' };
  if (version.revoked !== null) return { kind: 'revoked', reason: version.revoked };
  const { snapshot } = version;
  if (snapshot === null || !ANALYZED.includes(version.status)) return { kind: 'not_analyzed' };
  return {
    kind: 'analyzed',
    facts: {
      nameKey: server.nameKey,
      origin: server.origin,
      licenses: licensesOf(server.license),
      createdAt: version.createdAt,
      globalScore: snapshot.globalScore,
      certificationLevel: version.certificationLevel,
      worstFinding: worstOf(snapshot),
      classes: snapshot.classes,
      controls: new Map(Object.entries(snapshot.controls)),
    },
  };
}

const worstOf = (snapshot: SnapshotFacts): SeverityBound =>
  SEVERITIES.find((severity) => snapshot[severity] > 0) ?? 'none';
