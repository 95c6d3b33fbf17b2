import semver, { type Comparator } from 'semver';
import {
  LOWEST_PRERELEASE,
  RELEASE_SUFFIX,
  releaseKeyPrefix,
  sortKeyOfSemVer,
} from '../../common/values/semantic-version.js';

/** Maximum number of alternatives, separated by `||`, in a range: each costs up to three index lookups. */
export const MAX_ALTERNATIVES = 16;

/** The rule in an error message. */
export const RANGE_RULE = `must be a range of at most ${MAX_ALTERNATIVES} alternatives (||)`;

/** Either releases or pre-releases with sort keys in `low ≤ key < high`, in byte order. */
export interface KeyInterval {
  readonly prerelease: boolean;
  readonly low: string;
  readonly high: string;
}

// Keys start with a digit and contain printable ASCII only.
const LOWEST = '';
const HIGHEST = '~';

// Sorts directly after a key, before all higher keys.
const after = (key: string): string => `${key}\u0001`;

/** Whether a reference has at most the number of alternatives allowed in a range. */
export const hasFewAlternatives = (ref: string): boolean => ref.split('||').length <= MAX_ALTERNATIVES;

/**
 * The sort key intervals of a range. They contain exactly its versions, with pre-releases only if the range names one
 * of the same release (as in node-semver). So the highest match is the last entry of one of a few index ranges.
 * @param range accepted by `isVersionRange`
 */
export const intervalsOf = (range: string): KeyInterval[] =>
  new semver.Range(range).set.flatMap(intervalsOfSet);

/** A version matches a set if it satisfies every comparator. */
function intervalsOfSet(comparators: readonly Comparator[]): KeyInterval[] {
  // `*` is a comparator without a version.
  const bounds = comparators.filter(({ value }) => value !== '');
  const low = bounds.map(lowerBound).reduce(higher, LOWEST);
  const high = bounds.map(upperBound).reduce(lower, HIGHEST);
  const named = bounds.filter((bound) => bound.semver.prerelease.length > 0);
  const releases = new Set(named.map((bound) => releaseKeyPrefix(bound.semver)));
  return [
    { prerelease: false, low, high },
    ...[...releases].map((release) => ({
      prerelease: true,
      // `-0` is the lowest of all pre-releases. Ranges such as `^1.2.0` end below one, so no pre-release can match.
      low: higher(low, release + LOWEST_PRERELEASE),
      high: lower(high, release + RELEASE_SUFFIX),
    })),
  ].filter((interval) => interval.low < interval.high);
}

const higher = (a: string, b: string): string => (a > b ? a : b);
const lower = (a: string, b: string): string => (a < b ? a : b);

function lowerBound({ operator, semver: version }: Comparator): string {
  if (operator === '<' || operator === '<=') return LOWEST;
  const key = sortKeyOfSemVer(version);
  return operator === '>' ? after(key) : key;
}

function upperBound({ operator, semver: version }: Comparator): string {
  if (operator === '>' || operator === '>=') return HIGHEST;
  const key = sortKeyOfSemVer(version);
  return operator === '<' ? key : after(key);
}
