import { keyOfLookup, type DecidedReference } from '@mcp-hub/client-configurations/decisions';
import { isPackage } from '@mcp-hub/analyzer/package-names';
import { folderKey, packageKey, repositoryKey } from '@mcp-hub/client-configurations/names';
import { isSha256Digest } from '../../../common/values/sha256-digest.js';
import type { Decided, DecidedServer } from '../catalog-decisions/decided.js';
import type { VersionDecision } from '../catalog-decisions/catalog-evaluator.js';
import { resolvedServers } from '../catalog-decisions/listed-names.js';
import { byPlace, MAX_ENTRIES, packageOfPublicName } from '../evaluation/named-entries.js';
import { newestVersion } from '../managed-settings/starts.js';
import {
  addMeanings,
  digestsOf,
  meaningsOfServer,
  meaningsOfSource,
  noMeanings,
  versionsByDigest,
  type VersionMeanings,
} from './version-meanings.js';

/** The servers with a key, best first, as many as the gate looks at. */
function looked(servers: Iterable<DecidedServer>): readonly DecidedServer[] {
  return [...new Set(servers)].sort(byPlace).slice(0, MAX_ENTRIES);
}

/**
 * The names and versions that mean each version to the gate, so that a lookup in the document finds what the gate finds. What
 * the gate finds ambiguous is left out, which denies it.
 */
export class DecidedReferences {
  private readonly byVersion = new Map<VersionDecision, DecidedReference[]>();

  constructor({ servers }: Decided) {
    for (const server of resolvedServers(servers)) this.addName(server);
    this.addPackages(servers);
    this.addRepositories(servers);
    this.addDigests(servers);
    for (const server of servers) this.addTargets(server);
  }

  /** Those of a version; none if no name means it. */
  of(version: VersionDecision): readonly DecidedReference[] {
    return this.byVersion.get(version) ?? [];
  }

  private addName(server: DecidedServer): void {
    const meanings = meaningsOfServer(server.versions, () => true);
    for (const [digest, version] of versionsByDigest(server.versions)) meanings.texts.set(digest, version);
    const name = keyOfLookup({ by: 'name', key: server.nameKey });
    this.put(
      name,
      meanings,
      server.versions.find((version) => version.outcome === 'allowed' && isFetched(version)),
    );
  }

  private addPackages(servers: readonly DecidedServer[]): void {
    const sourced = servers.flatMap((server) =>
      server.versions.flatMap((version) => {
        const { source } = version;
        const isPackage = source?.kind === 'npm' || source?.kind === 'pypi';
        return isPackage ? [{ key: packageKey(source), server, version }] : [];
      }),
    );
    for (const [key, group] of Map.groupBy(sourced, (each) => each.key)) {
      const all = noMeanings();
      for (const server of looked(group.map((each) => each.server))) {
        const versions = group.filter((each) => each.server === server).map(({ version }) => version);
        addMeanings(
          all,
          meaningsOfSource(versions, () => true),
        );
      }
      this.put(keyOfLookup({ by: 'package', key }), all);
    }
  }

  /** Repositories and their folders, and the public names of whole repositories. */
  private addRepositories(servers: readonly DecidedServer[]): void {
    const withAddress = servers.filter(({ repoKey }) => repoKey !== '');
    const groups = Map.groupBy(withAddress, ({ repoKey, sourcePath }) =>
      keyOfLookup({ by: 'repository', key: repoKey, path: sourcePath }),
    );
    for (const [name, group] of groups) {
      const [{ repoKey: key, sourcePath: path } = { repoKey: '', sourcePath: '' }] = group;
      const candidates = looked(group);
      const [ofRepository, ofPublicName] = [noMeanings(), noMeanings()];
      for (const server of candidates) {
        const fetched = server.versions.filter((version) => sourceKeyOf(version) === folderKey(path));
        addMeanings(
          ofRepository,
          meaningsOfSource(fetched, (version) => repositoryOf(version) === key),
        );
        if (path === '') addMeanings(ofPublicName, publicMeanings(server, key));
      }
      this.put(name, ofRepository);
      if (path === '') this.put(keyOfLookup({ by: 'public', key }), ofPublicName);
    }
  }

  private addDigests(servers: readonly DecidedServer[]): void {
    const holders = new Map<string, Set<DecidedServer>>();
    for (const server of servers) {
      for (const digest of server.versions.flatMap(digestsOf)) {
        const known = holders.get(digest) ?? new Set();
        holders.set(digest, known.add(server));
      }
    }
    for (const [digest, group] of holders) {
      const [first] = looked(group);
      const version = first === undefined ? undefined : versionsByDigest(first.versions).get(digest);
      if (version === undefined) continue;
      this.put(keyOfLookup({ by: 'digest', key: digest }), latest(version));
    }
  }

  /** What the organization says of images and addresses. */
  private addTargets(server: DecidedServer): void {
    for (const { kind, target, versionId } of server.launch?.targets ?? []) {
      const version =
        versionId === null ? newestVersion(server) : server.versions.find(({ id }) => id === versionId);
      if (version !== undefined) this.put(keyOfLookup({ by: kind, key: target }), latest(version));
    }
  }

  /** @param newest the version that is started by the name alone */
  private put(name: string, { texts, numbers, commits }: VersionMeanings, newest?: VersionDecision): void {
    const made = new Map<VersionDecision, Record<'versions' | 'numbers' | 'commits', string[]>>();
    const add = (
      kind: 'versions' | 'numbers' | 'commits',
      meanings: ReadonlyMap<string, VersionDecision | null>,
    ): void => {
      for (const [text, version] of meanings) {
        if (version === null) continue;
        const known = made.get(version) ?? { versions: [], numbers: [], commits: [] };
        known[kind].push(text);
        made.set(version, known);
      }
    };
    add('versions', texts);
    add('numbers', numbers);
    add('commits', commits);
    for (const [version, meant] of made) {
      const reference = { name, ...meant, ...(version === newest && { starts_newest: true }) };
      const list = this.byVersion.get(version);
      if (list === undefined) this.byVersion.set(version, [reference]);
      else list.push(reference);
    }
  }
}

/** Whether `mcp-hub run` can fetch its bytes. */
const isFetched = ({ bundle, source, digest }: VersionDecision): boolean =>
  isSha256Digest(bundle?.digest) || (isPackage(source) && isSha256Digest(digest));

const latest = (version: VersionDecision): VersionMeanings => ({
  ...noMeanings(),
  texts: new Map([['latest', version]]),
});

/** Like `mcp_source_key` in the database; undefined for other sources. */
function sourceKeyOf({ source }: VersionDecision): string | undefined {
  if (source?.kind === 'npm' || source?.kind === 'pypi') return packageKey(source);
  return source?.kind === 'repository' ? folderKey(source.path) : undefined;
}

const repositoryOf = ({ source }: VersionDecision): string | undefined =>
  source?.kind === 'repository' ? repositoryKey(source.url) : undefined;

/** What the versions of a server mean under the public name of its repository. */
function publicMeanings(server: DecidedServer, key: string): VersionMeanings {
  const fits = (version: VersionDecision): boolean => [undefined, key].includes(repositoryOf(version));
  if (server.vouched) return meaningsOfServer(server.versions, fits);
  const keys = new Set<string | null>([folderKey(''), packageOfPublicName(server)]);
  // Uploads come from no source that vouches for the repository, as versions of an entry without a package.
  const own = server.versions.filter((version) => {
    const source = sourceKeyOf(version);
    return source !== undefined && keys.has(source);
  });
  return meaningsOfSource(own, fits);
}
