import { parseSemanticVersion } from '../../../common/values/semantic-version.js';

const COMMIT = /^[0-9a-f]{7,64}$/i;

/** A version reference in the forms in which it is looked up. */
export interface VersionReference {
  /** As sent: a visible version, or `latest`. */
  readonly text: string;
  /** Without the leading `v`; null if it is not a semantic version. */
  readonly semver: string | null;
  /** A commit hash or a prefix of at least seven digits; null if it is neither. */
  readonly commit: string | null;
}

/** Parses a version reference (hub contract 12). */
export function versionReference(text: string): VersionReference {
  const semver = parseSemanticVersion(text.replace(/^v/i, ''));
  return { text, semver: semver?.text ?? null, commit: COMMIT.test(text) ? text.toLowerCase() : null };
}
