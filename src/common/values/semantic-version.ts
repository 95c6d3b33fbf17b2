import semver, { type SemVer } from 'semver';

/** The rule in an error message. */
export const SEMVER_RULE = 'must be a semantic version such as 1.2.3 or 1.2.3-rc.1, without a leading v';

const MAX_LENGTH = 128;
const MAX_RANGE_LENGTH = 256;

// semver.org's grammar, checked apart from the library, which also accepts "v1.2.3" and "=1.2.3".
const STRICT =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)(\.(0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*))*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/;

/** A version string that is strict SemVer 2.0.0. */
export interface SemanticVersion {
  /** As written, build metadata included. */
  readonly text: string;
  /**
   * A string whose order by code unit is SemVer precedence (clause 11), so that a database index sorts versions. It
   * excludes build metadata: two versions with equal keys have the same precedence (clause 10).
   */
  readonly sortKey: string;
  readonly prerelease: boolean;
}

/** A number prefixed with its length, so that 9 < 10 also as strings. Three digits suffice for versions of 128 characters. */
export const numberKey = (digits: string): string => `${String(digits.length).padStart(3, '0')}${digits}`;

const isNumeric = (identifier: string): boolean => /^\d+$/.test(identifier);

// Numeric identifiers sort before others, shorter lists before longer ones: " " ends a list, "!" an identifier,
// and both sort before every character of an identifier. A release sorts after its pre-releases: "~" is last.
export const RELEASE_SUFFIX = '~';
const prereleaseKey = (identifiers: readonly string[]): string =>
  identifiers.map((id) => (isNumeric(id) ? `1${numberKey(id)}!` : `2${id}!`)).join('') + ' ';

/** Suffix of the sort key of `-0`, the lowest pre-release, after its release's prefix. */
export const LOWEST_PRERELEASE = prereleaseKey(['0']);

/** Parses strict SemVer 2.0.0; undefined for anything else, and for a major, minor or patch beyond 2^53 - 1. */
export function parseSemanticVersion(text: unknown): SemanticVersion | undefined {
  if (typeof text !== 'string' || text.length > MAX_LENGTH || !STRICT.test(text)) return undefined;
  const parsed = semver.parse(text);
  if (parsed === null) return undefined;
  return { text, sortKey: sortKeyOfSemVer(parsed), prerelease: parsed.prerelease.length > 0 };
}

/**
 * A version in a query, where `+` is read as a space: that of build metadata is a plus again. Any other text stays as it is.
 */
export function versionInQuery(text: string): string {
  const restored = text.replaceAll(' ', '+');
  return parseSemanticVersion(restored.replace(/^v/, '')) === undefined ? text : restored;
}

/** The sort key of `version`; the empty string, which no version has, if it is not strict SemVer. */
export const sortKeyOf = (version: string): string => parseSemanticVersion(version)?.sortKey ?? '';

/** The common prefix of the sort keys of a release and all its pre-releases, and of no other key. */
export const releaseKeyPrefix = ({ major, minor, patch }: SemVer): string =>
  releaseNumbersKey([major, minor, patch].map(String));

/** The key of the numbers of a release. */
export const releaseNumbersKey = (numbers: readonly string[]): string => numbers.map(numberKey).join('.');

/** See `SemanticVersion.sortKey`. */
export const sortKeyOfSemVer = (version: SemVer): string =>
  releaseKeyPrefix(version) +
  (version.prerelease.length > 0 ? prereleaseKey(version.prerelease.map(String)) : RELEASE_SUFFIX);

/** Whether `text` is a SemVer range in npm's notation. */
export const isVersionRange = (text: string): boolean =>
  text.length <= MAX_RANGE_LENGTH && semver.validRange(text) !== null;
