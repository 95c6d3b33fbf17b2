import { parseSemanticVersion } from '../../common/values/semantic-version.js';

/** What names a version before it is published. */
export interface VersionNames {
  /** The SemVer of the push or release; null without one. */
  readonly semver: string | null;
  /** The version in the package's own manifest; null without one. */
  readonly packageVersion: string | null;
  readonly commitHash: string;
}

const SHORT = 7;

/** The version without a leading `v` and without build metadata, which does not tell versions apart. */
function release(text: string | null): string | undefined {
  const plain = text?.replace(/^v/, '').replace(/\+.*$/, '');
  return parseSemanticVersion(plain)?.text;
}

/**
 * The numbers under which a version can be published, in the order in which they are tried: its own, and one with its
 * commit if the registry has other bytes under the first.
 */
export function publishedVersions({ semver, packageVersion, commitHash }: VersionNames): readonly string[] {
  const short = commitHash.slice(0, SHORT);
  // SemVer has no numbers with leading zeros (clause 9).
  const commit = `commit.${/^0\d*$/.test(short) ? `g${short}` : short}`;
  const own = release(semver) ?? release(packageVersion);
  if (own === undefined) return [`0.0.0-${commit}`];
  return [own, `${own}${own.includes('-') ? '.' : '-'}${commit}`];
}
