import { parseSemanticVersion } from '../../common/values/semantic-version.js';

const COMMIT = /^[0-9a-f]{7,64}$/i;

/** What a version is called by, as the database looks it up. */
export interface VersionReference {
  /** As written: a visible version, or `latest`. */
  readonly text: string;
  /** Without the leading `v`; null for what is no semantic version. */
  readonly semver: string | null;
  /** A commit, or the beginning of one that is long enough to mean it; null for what is none. */
  readonly commit: string | null;
}

/** What a version may be called by (hub contract 12). */
export function versionReference(text: string): VersionReference {
  const semver = parseSemanticVersion(text.replace(/^v/i, ''));
  return { text, semver: semver?.text ?? null, commit: COMMIT.test(text) ? text.toLowerCase() : null };
}
