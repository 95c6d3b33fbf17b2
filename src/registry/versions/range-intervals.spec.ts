import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import semver from 'semver';
import { isVersionRange, parseSemanticVersion } from '../../common/values/semantic-version.js';
import { hasFewAlternatives, intervalsOf, MAX_ALTERNATIVES } from './range-intervals.js';

const isWithin = (version: string, range: string): boolean => {
  const parsed = parseSemanticVersion(version);
  if (parsed === undefined) throw new Error(`not a version: ${version}`);
  return intervalsOf(range).some(
    ({ prerelease, low, high }) =>
      prerelease === parsed.prerelease && low <= parsed.sortKey && parsed.sortKey < high,
  );
};

const number = fc.constantFrom(0, 1, 2, 9, 10, 11, 99, 100, Number.MAX_SAFE_INTEGER);
const identifier = fc.constantFrom('0', '1', '2', '9', '10', 'a', 'alpha', 'rc', 'x', '0a', '-', 'Z');
const prerelease = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  {
    weight: 3,
    arbitrary: fc
      .array(identifier, { minLength: 1, maxLength: 3 })
      .map((identifiers) => `-${identifiers.join('.')}`),
  },
);
const version = fc
  .tuple(number, number, number, prerelease, fc.constantFrom('', '', '+build.1'))
  .map(([major, minor, patch, pre, build]) => `${major}.${minor}.${patch}${pre}${build}`);
const partial = fc
  .tuple(number, fc.constantFrom('', '.x', '.*', '.0', '.1', '.10', '.1.x', '.2.*'))
  .map(([major, rest]) => `${major}${rest}`);
const operand = fc.oneof(version, version, partial);
const comparator = fc
  .tuple(fc.constantFrom('^', '~', '~>', '>=', '>', '<', '<=', '=', '', '^ ', '>= '), operand)
  .map((parts) => parts.join(''));
const set = fc.oneof(
  { weight: 5, arbitrary: fc.array(comparator, { minLength: 1, maxLength: 4 }).map((all) => all.join(' ')) },
  { weight: 2, arbitrary: fc.tuple(operand, operand).map(([from, to]) => `${from} - ${to}`) },
  { weight: 1, arbitrary: fc.constantFrom('*', 'x', '', '>=0.0.0-0', '<0.0.0-0', '>*', '<*') },
);
const range = fc
  .array(set, { minLength: 1, maxLength: 3 })
  .map((sets) => sets.join(' || '))
  .filter(isVersionRange);

describe('intervalsOf', () => {
  it.each(['^1.2.0', '~1.2.3', '1.x', '>=1.0.0 <=1.5.0', '*'])('has one interval for %s', (text) => {
    expect(intervalsOf(text)).toHaveLength(1);
  });

  it('contains exactly the versions that node-semver finds in a range', () => {
    const met = { inside: 0, outside: 0, prereleaseInside: 0 };
    fc.assert(
      fc.property(range, fc.array(version, { minLength: 20, maxLength: 20 }), (text, versions) => {
        // Wrong bounds show at the versions in a range expression and their neighbors.
        const named = text.match(/\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?/g) ?? [];
        const near = named
          .flatMap((each) => [each, `${each.replace(/-.*/, '')}-0`, each.replace(/-.*/, ''), `${each}-rc.1`])
          .filter((each) => parseSemanticVersion(each) !== undefined);
        for (const each of [...versions, ...near]) {
          const expected = semver.satisfies(each, text);
          met[expected ? 'inside' : 'outside'] += 1;
          if (expected && semver.prerelease(each) !== null) met.prereleaseInside += 1;
          expect({ each, text, within: isWithin(each, text) }).toEqual({ each, text, within: expected });
        }
      }),
      { numRuns: 1000 },
    );
    expect(Math.min(met.inside, met.outside, met.prereleaseInside)).toBeGreaterThan(500);
  });

  it('needs at most three intervals for each alternative', () => {
    fc.assert(
      fc.property(range, (text) => {
        expect(intervalsOf(text).length).toBeLessThanOrEqual(3 * text.split('||').length);
      }),
    );
  });

  it.each(['>2 <1', '>=1.0.0-rc.2 <1.0.0-rc.2'])('is empty for the unsatisfiable range %s', (text) => {
    expect(intervalsOf(text)).toEqual([]);
  });
});

describe('hasFewAlternatives', () => {
  it(`allows ${MAX_ALTERNATIVES} and no more`, () => {
    const alternatives = (count: number): string => Array.from({ length: count }, () => '1').join(' || ');
    expect(hasFewAlternatives(alternatives(MAX_ALTERNATIVES))).toBe(true);
    expect(hasFewAlternatives(alternatives(MAX_ALTERNATIVES + 1))).toBe(false);
  });
});
