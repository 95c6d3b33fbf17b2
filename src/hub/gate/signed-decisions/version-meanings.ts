import type { VersionDecision } from '../catalog-decisions/catalog-evaluator.js';
import { versionReference } from '../evaluation/version-reference.js';
import { isResult } from '../../catalog/mcps/mcp-values.js';

/**
 * What versions of one server mean, as the gate finds them (`FIND_VERSIONS`). Null: the gate finds several, or one that the name
 * is not about, so that it denies and looks no further.
 */
export interface VersionMeanings {
  /** By versions as they are written. */
  readonly texts: Map<string, VersionDecision | null>;
  /** By semantic versions. */
  readonly numbers: Map<string, VersionDecision | null>;
  /** By whole commits. */
  readonly commits: Map<string, VersionDecision>;
}

/** Whether a version is one that the name is about. */
type Fits = (version: VersionDecision) => boolean;

export const noMeanings = (): VersionMeanings => ({
  texts: new Map(),
  numbers: new Map(),
  commits: new Map(),
});

/** The order in which the gate looks at versions with one number, among those of one source. */
const inNumberOrder = (a: VersionDecision, b: VersionDecision): number =>
  Number(isAnalyzed(b)) - Number(isAnalyzed(a)) || newerFirst(a, b);

const newerFirst = (a: VersionDecision, b: VersionDecision): number =>
  b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);

const isAnalyzed = ({ status }: VersionDecision): boolean => isResult(status);

/** The only one that can be meant: of several, none may be certified but the first. */
function chosen(same: readonly VersionDecision[], number: string | null): VersionDecision | null {
  const [first, ...others] = same.toSorted(inNumberOrder);
  if (first === undefined || others.some(({ isCertified }) => isCertified)) return null;
  return first.semver === number && first.isTagMoved ? null : first;
}

/**
 * What the versions of a server mean that came from one source: a package, or a folder of a repository.
 * @param versions those of the source, the newest first
 * @param fits of a repository: whether the version was fetched from this one
 */
export function meaningsOfSource(versions: readonly VersionDecision[], fits: Fits): VersionMeanings {
  const { texts, numbers, commits } = noMeanings();
  const fitting = (version: VersionDecision | null): VersionDecision | null =>
    version !== null && fits(version) ? version : null;
  for (const version of versions) {
    texts.set(version.visibleVersion, fitting(version));
    if (fits(version)) commits.set(version.commitHash, version);
  }
  for (const text of new Set(versions.flatMap(numbersOf))) {
    const number = versionReference(text).semver;
    const same = versions.filter((each) => numbersOf(each).includes(text));
    const meant = fitting(chosen(same, number));
    if (number === text && (meant === null || meant.semver === text)) numbers.set(text, meant);
    else if (!texts.has(text)) texts.set(text, meant);
  }
  const newest = versions.find(({ outcome }) => outcome !== 'revoked');
  if (newest !== undefined) texts.set('latest', fitting(newest));
  return { texts, numbers, commits };
}

/** The numbers of a version: the semantic one, and that of its package. */
function numbersOf({ semver, source }: VersionDecision): readonly string[] {
  const own = source?.kind === 'npm' || source?.kind === 'pypi' ? [source.version] : [];
  return semver === null ? own : [...own, semver];
}

/**
 * What all versions of a server mean under a name that is about none of its sources. `latest` is left out: which version it
 * is depends on what the registry has, and without a pin it is denied anyway.
 */
export function meaningsOfServer(versions: readonly VersionDecision[], fits: Fits): VersionMeanings {
  const { texts, numbers, commits } = noMeanings();
  for (const version of versions) {
    texts.set(version.visibleVersion, fits(version) ? version : null);
    if (fits(version)) commits.set(version.commitHash, version);
    const { semver } = version;
    if (semver === null || versionReference(semver).semver !== semver) continue;
    if (version.isResolvedByNumber) numbers.set(semver, fits(version) ? version : null);
    else if (!numbers.has(semver)) numbers.set(semver, null);
  }
  return { texts, numbers, commits };
}

/** The versions of a server by their bytes: a revoked one before all others, then the newest. */
export function versionsByDigest(versions: readonly VersionDecision[]): ReadonlyMap<string, VersionDecision> {
  const byDigest = new Map<string, VersionDecision>();
  const isRevoked = ({ outcome }: VersionDecision): number => Number(outcome === 'revoked');
  for (const version of versions.toSorted((a, b) => isRevoked(b) - isRevoked(a) || newerFirst(a, b))) {
    for (const digest of digestsOf(version)) if (!byDigest.has(digest)) byDigest.set(digest, version);
  }
  return byDigest;
}

export const digestsOf = ({ digest, releaseDigests }: VersionDecision): readonly string[] =>
  digest === null ? releaseDigests : [digest, ...releaseDigests];

/** Adds what the next of several servers with a name means, unless one before has a meaning for it. */
export function addMeanings(all: VersionMeanings, next: VersionMeanings): void {
  const earlier = { texts: new Set(all.texts.keys()), numbers: new Set(all.numbers.keys()) };
  for (const [text, version] of next.texts) {
    const number = versionReference(text).semver;
    if (earlier.texts.has(text) || (number !== null && earlier.numbers.has(number))) continue;
    all.texts.set(text, version);
  }
  for (const [number, version] of next.numbers) {
    if (!earlier.numbers.has(number) && !earlier.texts.has(number)) all.numbers.set(number, version);
  }
  for (const [commit, version] of next.commits) {
    if (!all.commits.has(commit)) all.commits.set(commit, version);
  }
}
