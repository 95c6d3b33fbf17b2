import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import semver from 'semver';
import { parseSemanticVersion } from './semantic-version.js';

const identifier = fc.oneof(
  fc.nat(2000).map(String),
  fc.stringMatching(/^[0-9A-Za-z-]{1,6}$/).filter((s) => !/^\d+$/.test(s)),
);
const version = fc
  .tuple(
    fc.tuple(fc.nat(120), fc.nat(12), fc.nat(1200)),
    fc.array(identifier, { maxLength: 4 }),
    fc.constantFrom('', '+b1', '+b.2'),
  )
  .map(([core, pre, build]) => core.join('.') + (pre.length > 0 ? `-${pre.join('.')}` : '') + build);

describe('parseSemanticVersion', () => {
  it.each(['1.2.3', '0.0.0', '1.0.0-rc.1', '1.0.0-0a.b--c', '1.0.0+build.7', '10.20.30-x+y'])(
    'takes %s',
    (text) => {
      expect(parseSemanticVersion(text)?.text).toBe(text);
    },
  );

  it.each([
    'v1.2.3',
    '=1.2.3',
    '1.2',
    '1',
    '',
    ' 1.2.3',
    '1.2.3 ',
    '01.2.3',
    '1.2.3-',
    '1.2.3-01',
    '1.2.3-a..b',
    '1.2.3+',
    '1.2.3-ü',
    '1.2.3\n',
    '9007199254740993.0.0',
    `1.0.0-${'a'.repeat(128)}`,
    123,
    null,
  ])('refuses %j', (text) => {
    expect(parseSemanticVersion(text)).toBeUndefined();
  });

  it('sorts by the precedence of SemVer 2.0.0, clause 11', () => {
    fc.assert(
      fc.property(version, version, (a, b) => {
        const [x, y] = [parseSemanticVersion(a), parseSemanticVersion(b)];
        if (x === undefined || y === undefined) throw new Error(`not parsed: ${a} ${b}`);
        const order = x.sortKey < y.sortKey ? -1 : x.sortKey > y.sortKey ? 1 : 0;
        expect(order).toBe(semver.compare(a, b));
      }),
      { numRuns: 2000 },
    );
  });

  it('gives versions that differ in build metadata the same key', () => {
    expect(parseSemanticVersion('1.0.0+a')?.sortKey).toBe(parseSemanticVersion('1.0.0+b')?.sortKey);
  });
});
