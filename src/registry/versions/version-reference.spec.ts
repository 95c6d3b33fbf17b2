import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseSemanticVersion } from '../../common/values/semantic-version.js';
import { isAlias, lookupsOf } from './version-reference.js';

const COMMIT = '2fd4e1c67a2d28fced849ee1bb76e7391b93eb12';
const HEX = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const DIGEST = `sha256:${HEX}`;

const sortKeyOf = (version: string): string => {
  const parsed = parseSemanticVersion(version);
  if (parsed === undefined) throw new Error(`not a version: ${version}`);
  return parsed.sortKey;
};

describe('lookupsOf', () => {
  it.each([
    ['a commit that is too short', 'sha:2fd4e1'],
    ['a commit that is too long', `sha:${'a'.repeat(65)}`],
    ['a commit that is not hexadecimal', 'sha:2fd4e1g'],
    ['an empty commit', 'sha:'],
    ['a version after the prefix of a commit', 'sha:1.2.3'],
    ['a digest without its algorithm', `digest:${HEX}`],
    ['a digest in capitals', `digest:sha256:${HEX.toUpperCase()}`],
    ['a short digest', `digest:sha256:${HEX.slice(1)}`],
    ['an empty digest', 'digest:'],
    ['a commit after the prefix of a digest', `digest:${COMMIT}`],
    ['two prefixes', `sha:sha:${COMMIT}`],
    ['a digest of another algorithm', `sha512:${HEX}`],
    ['a path', '../1.2.3'],
    ['SQL', "1.0.0' OR '1'='1"],
    ['a LIKE pattern', '2fd4e1c%'],
    ['NUL', 'stable\u0000'],
  ])('does not parse %s', (_what, ref) => {
    expect(lookupsOf(ref)).toEqual([]);
  });

  it.each(['1.2.3', 'v1.2.3', '1.2.3+build.7'])('parses %s as exactly one version', (ref) => {
    expect(lookupsOf(ref)).toEqual([{ by: 'version', sortKey: sortKeyOf('1.2.3') }]);
  });

  it('parses a pre-release as a version of its own', () => {
    expect(lookupsOf('1.2.3-rc.1')).toEqual([{ by: 'version', sortKey: sortKeyOf('1.2.3-rc.1') }]);
    expect(sortKeyOf('1.2.3-rc.1')).not.toBe(sortKeyOf('1.2.3'));
  });

  it.each([
    [COMMIT, COMMIT],
    [`sha:${COMMIT}`, COMMIT],
    [COMMIT.toUpperCase(), COMMIT],
    [`sha:${COMMIT.toUpperCase()}`, COMMIT],
    ['2fd4e1c', '2fd4e1c'],
    ['sha:2fd4e1c', '2fd4e1c'],
    ['deadbeef', 'deadbeef'],
    [HEX, HEX],
  ])('parses %s as a commit', (ref, prefix) => {
    expect(lookupsOf(ref)).toEqual([{ by: 'git_sha', prefix }]);
  });

  it.each([DIGEST, `digest:${DIGEST}`])('parses %s as a digest', (ref) => {
    expect(lookupsOf(ref)).toEqual([{ by: 'digest', digest: DIGEST }]);
  });

  it('parses latest as the latest version only', () => {
    expect(lookupsOf('latest')).toEqual([{ by: 'latest' }]);
  });

  it.each([
    '^1.2.0',
    '~1.2',
    '1.x',
    '1',
    '>=1.0.0 <2.0.0',
    '1.2.0 - 1.4',
    '1.x || 2.x',
    '*',
    '=1.2.3',
    '>1.0.0-rc.1',
  ])('parses %s as a range', (ref) => {
    expect(lookupsOf(ref)).toEqual([{ by: 'range', range: ref }]);
  });

  it('tries a number of seven digits as a commit before it tries it as a range', () => {
    expect(lookupsOf('1234567')).toEqual([
      { by: 'git_sha', prefix: '1234567' },
      { by: 'range', range: '1234567' },
    ]);
  });

  it.each([
    ['commit-2fd4e1c-20260131', '2fd4e1c'],
    ['commit-2FD4E1C67A-2026-01-31', '2fd4e1c67a'],
    [`commit-${COMMIT}-x`, COMMIT],
    ['commit-2fd4e1c-', '2fd4e1c'],
  ])('tries %s as an alias, then as the commit at its beginning', (ref, prefix) => {
    expect(lookupsOf(ref)).toEqual([
      { by: 'alias', alias: ref },
      { by: 'git_sha', prefix },
    ]);
  });

  it('parses the name of a version in the hub as its commit, even if it is not a valid alias', () => {
    expect(lookupsOf('commit-2fd4e1c-31 January / 2')).toEqual([{ by: 'git_sha', prefix: '2fd4e1c' }]);
  });

  it.each(['commit-2fd4e1-20260131', 'commit-2fd4e1c', 'commit-2fd4e1g-x', 'commit-', 'a-commit-2fd4e1c-x'])(
    'parses %s as an alias only',
    (ref) => {
      expect(lookupsOf(ref)).toEqual([{ by: 'alias', alias: ref }]);
    },
  );

  it.each(['stable', '2026.01.31-nightly', 'a', 'LATEST', '2fd4e1'])('parses %s as an alias', (ref) => {
    expect(lookupsOf(ref)).toEqual([{ by: 'alias', alias: ref }]);
  });

  it('terminates quickly on hostile ranges', () => {
    const startedAt = performance.now();
    for (const piece of ['1 ', '||', '>', ' - ', '1.', '^', '0-0.', '-', 'v', '=']) {
      lookupsOf(piece.repeat(256 / piece.length));
      lookupsOf(`${piece.repeat(120 / piece.length)}!`);
    }
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });
});

describe('isAlias', () => {
  it.each([
    ['nothing', ''],
    ['a version', '1.2.3'],
    ['a version with v', 'v1.2.3'],
    ['a range', '1.x'],
    ['a range of everything', 'x'],
    ['a major version with v', 'v1'],
    ['latest', 'latest'],
    ['a commit', COMMIT],
    ['a commit in capitals', 'DEADBEEF'],
    ['an abbreviated commit', '2fd4e1c'],
    ['a digest', DIGEST],
    ['a prefixed commit', `sha:${COMMIT}`],
    ['a leading dot', '.stable'],
    ['a leading -', '-stable'],
    ['a slash', 'stable/1'],
    ['a space', 'stable 1'],
    ['a line break at the end', 'stable\n'],
    ['letters beyond ASCII', 'stäble'],
    ['more than 128 characters', `s${'-'.repeat(128)}`],
    ['a number', 7],
    ['null', null],
  ])('refuses %s', (_what, text) => {
    expect(isAlias(text)).toBe(false);
  });

  it('accepts only texts with no other meaning as a reference', () => {
    const near = fc.oneof(
      fc.stringMatching(/^[A-Za-z0-9._-]{1,10}$/),
      fc.stringMatching(/^[0-9a-fA-F]{5,9}$/),
      fc.stringMatching(/^v?[0-9x](\.[0-9x]){0,2}(-[a-z0-9.]{1,4})?$/),
      fc.constantFrom('latest', 'Latest', 'x', 'X', '*', 'v', 'vx'),
    );
    const seen = { aliases: 0, others: 0 };
    fc.assert(
      fc.property(near, (text) => {
        const otherMeanings = lookupsOf(text).filter(({ by }) => by !== 'alias');
        seen[isAlias(text) ? 'aliases' : 'others'] += 1;
        if (isAlias(text) && !text.startsWith('commit-')) expect(otherMeanings).toEqual([]);
        expect(lookupsOf(text).some(({ by }) => by === 'alias')).toBe(isAlias(text));
      }),
      { numRuns: 3000 },
    );
    expect(Math.min(seen.aliases, seen.others)).toBeGreaterThan(300);
  });
});
