import { parseSemanticVersion } from '../../../common/values/semantic-version.js';
import { headNumber, isReleaseNumber } from './head-number.js';
import { announced, inRegistry, releaseKey, releaseKeyOf } from './release-key.js';
import type { VersionSource } from './version-source.js';

/** What names a version before it is published. */
export interface VersionNames {
  readonly source: VersionSource | null;
  /** The SemVer of the push or release; null without one. */
  readonly semver: string | null;
  /** The version in the package's own manifest; null without one. */
  readonly packageVersion: string | null;
  readonly commitHash: string;
  /** When it was released, or came to the default branch. */
  readonly landedAt: Date;
  /** The release key of its MCP's newest version if that was published under the number of its manifest; null otherwise. */
  readonly manifestKey: string | null;
}

const SHORT = 7;
// The numbers of PEP 440 that have an equal in SemVer, without epochs and post-releases.
const PYTHON_RELEASE = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:[-_.]?(a|b|rc)[-_.]?(\d+))?$/;

/** The version without a leading `v` and without build metadata, which does not tell versions apart. */
function release(text: string | null): string | undefined {
  const plain = text?.replace(/^v/, '').replace(/\+.*$/, '');
  return parseSemanticVersion(plain)?.text;
}

/** The semantic version of a version of PyPI that has one: `1.0rc1` is `1.0.0-rc.1`. */
function pythonRelease(text: string): string | undefined {
  const match = PYTHON_RELEASE.exec(text);
  if (match === null) return undefined;
  const [, major, minor, patch, phase, number] = match;
  const numbers = [major, minor, patch].map(plainNumber).join('.');
  return parseSemanticVersion(phase === undefined ? numbers : `${numbers}-${phase}.${plainNumber(number)}`)
    ?.text;
}

/** Digits without leading zeros; 0 without any. */
const plainNumber = (digits = '0'): string => digits.replace(/^0+(?=\d)/, '');

/**
 * The number of a release. A commit that nobody has released has none, whatever the manifest in it says: the registry's
 * latest version would be one that is not the hub's (ADR 81). Where it had one before, a higher one is a release, too.
 */
function releaseOf({ source, semver, packageVersion, manifestKey }: VersionNames): string | undefined {
  if (source?.kind === 'pypi') return pythonRelease(source.version) ?? release(semver);
  const ofManifest = release(packageVersion);
  if (semver !== null || source?.kind === 'npm') return release(semver) ?? ofManifest;
  if (ofManifest === undefined || manifestKey === null) return undefined;
  return releaseKey(ofManifest, 'announced') > inRegistry(manifestKey) ? ofManifest : undefined;
}

/**
 * The numbers under which a version can be published, in the order in which they are tried: its own, and one with its
 * commit if the registry has other bytes under the first.
 */
export function publishedVersions(names: VersionNames): readonly string[] {
  const short = names.commitHash.slice(0, SHORT);
  // SemVer has no numbers with leading zeros (clause 9).
  const commit = /^0\d*$/.test(short) ? `g${short}` : short;
  const own = releaseOf(names);
  if (own === undefined) return [headNumber(names.landedAt, commit)];
  return [own, `${own}${own.includes('-') ? '.' : '-'}commit.${commit}`];
}

/** Whether a version has the number under which it was published; one of a commit's manifest stays what it was. */
export function isCurrentNumber(number: string, names: VersionNames): boolean {
  const isOfManifest = releaseOf(names) === undefined && isReleaseNumber(number);
  return isOfManifest || publishedVersions(names).includes(number);
}

/**
 * The release key of a version that the registry has under a number. A released version stays where it is, also if the
 * registry has other content under its number, which nobody may ever publish: what users get under that number elsewhere is
 * still this version (ADR 93). Null for a commit that is not released.
 */
export function publishedKey(before: string | null, number: string, names: VersionNames): string | null {
  if (before === null) return isReleaseNumber(number) ? releaseKey(number, 'registry') : null;
  const [own] = publishedVersions(names);
  const ofOwnNumber = releaseKeyOf(names.source, names.semver);
  // The registry has its bytes under a higher number, which others have given them.
  if (ofOwnNumber !== null && announced(before) !== announced(ofOwnNumber)) return before;
  const isElsewhere = number !== own && releaseOf(names) !== undefined;
  if (isElsewhere || !isReleaseNumber(number)) return announced(before);
  return number === own ? inRegistry(before) : before;
}
