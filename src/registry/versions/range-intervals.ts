import semver, { type Comparator } from 'semver';
import {
  LOWEST_PRERELEASE,
  RELEASE_MARK,
  releaseKeyPrefix,
  sortKeyOf,
} from '../../common/values/semantic-version.js';

/** Most alternatives, separated by `||`, that a range may have: each costs up to three index look-ups. */
export const MAX_ALTERNATIVES = 16;

/** The rule, as an error message states it. */
export const RANGE_RULE = `must be a range of at most ${MAX_ALTERNATIVES} alternatives (||)`;

/** Either releases or pre-releases whose sort keys lie in `low ≤ key < high`, in the order of bytes. */
export interface KeyInterval {
  readonly prerelease: boolean;
  readonly low: string;
  readonly high: string;
}

// Keys begin with a digit and hold printable ASCII only.
const LOWEST = '';
const HIGHEST = '~';

// Sorts after a key and before every other key that is higher.
const after = (key: string): string => `${key}\u0001`;

/** Whether a reference has no more alternatives than a range may have. */
export const hasFewAlternatives = (ref: string): boolean => ref.split('||').length <= MAX_ALTERNATIVES;

/**
 * Where the versions of a range lie in the order of sort keys: exactly those versions, pre-releases only where the range
 * names one of the same release (node-semver). So the highest match is the last entry of a few stretches of an index,
 * whatever lies above it.
 * @param range which `isVersionRange` accepts
 */
export const intervalsOf = (range: string): KeyInterval[] =>
  new semver.Range(range).set.flatMap(intervalsOfSet);

/** A version matches a set when every comparator holds. */
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
      // `-0` is the lowest of all pre-releases. Ranges such as `^1.2.0` end below one, so that there is nothing to look for.
      low: higher(low, release + LOWEST_PRERELEASE),
      high: lower(high, release + RELEASE_MARK),
    })),
  ].filter((interval) => interval.low < interval.high);
}

const higher = (a: string, b: string): string => (a > b ? a : b);
const lower = (a: string, b: string): string => (a < b ? a : b);

function lowerBound({ operator, semver: version }: Comparator): string {
  if (operator === '<' || operator === '<=') return LOWEST;
  const key = sortKeyOf(version);
  return operator === '>' ? after(key) : key;
}

function upperBound({ operator, semver: version }: Comparator): string {
  if (operator === '>' || operator === '>=') return HIGHEST;
  const key = sortKeyOf(version);
  return operator === '<' ? key : after(key);
}
