import type { StartFacts } from '@mcp-hub/client-configurations';
import {
  folderKey,
  repositoryKey,
  serverName,
  type NameKind,
  type ServerLookup,
  type ServerName,
} from '@mcp-hub/client-configurations/names';
import type { McpFacts } from '../policies/mcp-facts.js';
import type { FoundVersion, NamedServer, WantedVersion } from './servers.read-model.js';
import type { Understood } from './evaluated-item.js';
import type { Item } from './items.js';
import { resolveName, packageOfPublicName } from './named-entries.js';
import { isCertifiedStatus } from '../../catalog/version-order/version-statuses.js';
import type { NewestVersion, Subject } from './subject.js';
import { licenseReader, versionSubject } from './version-subject.js';
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

/** What an item was understood as. */
export function understoodAs({ as, server, version, subject }: Resolved): Understood {
  const hasFacts = 'facts' in subject;
  // Nothing is shown of an ambiguous name, unless the newest version was evaluated: nothing was chosen.
  if (subject.kind === 'ambiguous' && !hasFacts) return { as, mcp: null, version: null, snapshot_id: null };
  return {
    as,
    mcp: server === undefined ? null : { id: server.id, name: server.name },
    version:
      version === undefined
        ? null
        : { id: version.id, visible_version: version.visibleVersion, semver: version.semver },
    snapshot_id: hasFacts ? (version?.snapshot?.id ?? null) : null,
  };
}

/** What a configuration can use of it, with what the organization has named; null if its analysis does not say. */
export function startFactsOf({ server, version }: Resolved): StartFacts | null {
  const start = version?.snapshot?.start ?? null;
  if (start === null || server === undefined) return null;
  return { commands: start.commands, variables: [...start.variables, ...server.namedVariables] };
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
  resolver(found: readonly FoundVersion[], licensesOf = licenseReader()): (item: Item) => Resolved {
    const versions = new Map(found.map((version) => [version.index, version]));
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
      return { server, version: matching(versions.get(index), lookup) };
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
    if (lookup === null || found === undefined) return 'unknown';
    if (lookup.by !== 'name') return found;
    const entry = resolveName(found);
    return typeof entry === 'object' ? [entry] : entry;
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

function sourceOf(server: NamedServer, lookup: ServerLookup): Pick<WantedVersion, 'sourceKey' | 'otherKey'> {
  if (lookup.by === 'package') return { sourceKey: lookup.key, otherKey: null };
  if (lookup.by === 'repository') return { sourceKey: folderKey(lookup.path), otherKey: null };
  if (lookup.by !== 'public' || server.vouched) return { sourceKey: null, otherKey: null };
  return {
    sourceKey: folderKey(''),
    otherKey: packageOfPublicName(server),
  };
}

/**
 * Of a repository only what was fetched from it, because the address of an entry may have changed since. A public name
 * also means what else its entry may have under it.
 */
function matching(version: FoundVersion | undefined, lookup: ServerLookup): FoundVersion | undefined {
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
  const found = versionSubject(server, version, licensesOf);
  const newest = newestOf(version);
  const subject = CAN_BE_NEWEST.has(found.kind) ? { ...found, ...newest } : found;
  if (!version.ambiguous) return subject;
  const facts = version.isNewest && subject.kind === 'analyzed' ? { facts: subject.facts } : undefined;
  return { kind: 'ambiguous', what: 'version', ...facts, ...newest };
}

/** What denies `latest` without a policy. */
const CAN_BE_NEWEST: ReadonlySet<Subject['kind']> = new Set([
  'not_analyzed',
  'analysis_failed',
  'incomplete_analysis',
]);

function newestOf({ status, newest }: FoundVersion): { readonly newest?: NewestVersion } {
  return newest === null ? {} : { newest: { ...newest, isCertified: isCertifiedStatus(status) } };
}
