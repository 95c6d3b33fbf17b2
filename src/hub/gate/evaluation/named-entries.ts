import { mcpbOf, packageOf } from '../../catalog/mcps/mcp-source.js';
import { packageKey, repositoryKey } from '@mcp-hub/client-configurations/names';
import type { VersionSource } from '../../catalog/mcps/version-source.js';

/** Which entries of the catalog a name means: to the gate, in lists for clients, in managed settings and in news. */

/** How many entries are looked at for one package, repository or digest. */
export const MAX_ENTRIES = 5;

/** An entry among others that have the same name, package or repository. Times are in milliseconds. */
export interface NamedEntry {
  readonly id: string;
  /** Whether it belongs to the organization that asks. */
  readonly own: boolean;
  /** Whether its organization is suspended or deleted. */
  readonly withdrawn?: boolean;
  /** Place of its origin: official, verified, community. */
  readonly rank: number;
  readonly addedAt: number;
}

/** SQL of `rank` for the table `mcp`. */
export const RANK = `array_position('{official,verified,community}', origin)`;

/** SQL of the order in which entries of one package or repository are looked at; `byPlace` is the same. */
export const IN_PLACE = 'own DESC, withdrawn, rank, created_at, id';

/** The order in which entries of one package or repository are looked at: the best known first. */
export const byPlace = (a: NamedEntry, b: NamedEntry): number =>
  Number(b.own) - Number(a.own) ||
  Number(a.withdrawn ?? false) - Number(b.withdrawn ?? false) ||
  a.rank - b.rank ||
  a.addedAt - b.addedAt ||
  (a.id < b.id ? -1 : 1);

/**
 * The one entry that a name in the catalog means. An organization's own entry hides public ones with its name. Several public
 * ones are different servers, of which none is meant, unless all but one are withdrawn.
 * @param entries with the name, in their order
 */
export function resolveName<Entry extends Pick<NamedEntry, 'own' | 'withdrawn'>>(
  entries: readonly Entry[],
): Entry | 'unknown' | 'ambiguous' {
  const [first, second] = entries;
  if (first === undefined) return 'unknown';
  return second === undefined || first.own || second.withdrawn === true ? first : 'ambiguous';
}

/** What says which versions of an entry have the public name of its repository. */
export interface PublicNameFacts {
  /** Whether all may have it: the entry is official, verified or own. */
  readonly vouched: boolean;
  /** The package that the platform has set as its source, as `mcp.source`; null for other sources and owners. */
  readonly platformSource: string | null;
}

/** Columns of `mcp` with these facts, for the organization `$1`. */
export const PUBLIC_NAME_COLUMNS = `
  (origin <> 'community' OR coalesce(org_id = $1, false)) AS vouched,
  CASE WHEN org_id IS NULL THEN source END AS "platformSource"`;

/** The package whose versions have the public name of an entry's repository, too; null if there is none. */
export const packageOfPublicName = ({ platformSource }: PublicNameFacts): string | null =>
  platformSource === null || mcpbOf(platformSource) !== undefined
    ? null
    : packageKey(packageOf(platformSource));

/** Whether a version has the public name of its entry's repository, whose key is `repoKey`. */
export function hasPublicName(
  entry: PublicNameFacts & { readonly repoKey: string | null },
  source: VersionSource | null,
): boolean {
  if (source?.kind === 'repository') return source.path === '' && repositoryKey(source.url) === entry.repoKey;
  if (entry.vouched) return true;
  if (source?.kind !== 'npm' && source?.kind !== 'pypi') return false;
  return packageOfPublicName(entry) === packageKey(source);
}
