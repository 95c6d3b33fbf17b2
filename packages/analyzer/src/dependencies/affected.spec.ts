import { describe, expect, it } from '@jest/globals';
import type { Ecosystem } from '../ir/language-names.js';
import { verdictOf, type RangeEvent } from './affected.js';

/** `introduced 1.0.0, fixed 2.0.0` as events. */
const eventsOf = (text: string): RangeEvent[] =>
  text.split(', ').map((event) => {
    const [kind = '', version = ''] = event.split(' ');
    return { kind: kind as RangeEvent['kind'], version };
  });
const affects = (ecosystem: Ecosystem, range: string, version: string): boolean =>
  verdictOf(ecosystem, { versions: [], ranges: [eventsOf(range)] }, version).affected;

describe('the evaluation algorithm of the OSV format', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['introduced 0, fixed 2.0.0', ['2.0.0', '2.0.1', '10.0.0'], ['0.0.0', '1.9.9', '2.0.0-rc.1']],
    ['introduced 1.0.0, fixed 2.0.0', ['0.9.9', '1.0.0-rc.1', '2.0.0'], ['1.0.0', '1.99.0']],
    ['introduced 1.0.0, last_affected 1.5.0', ['0.9.0', '1.5.1'], ['1.0.0', '1.5.0']],
    [
      'introduced 1.0.0, fixed 1.2.0, introduced 2.0.0, fixed 2.1.0',
      ['1.2.0', '1.9.0', '2.1.0'],
      ['1.1.0', '2.0.0'],
    ],
    [
      'fixed 2.1.0, introduced 2.0.0, fixed 1.2.0, introduced 1.0.0',
      ['1.2.0', '1.9.0', '2.1.0'],
      ['1.1.0', '2.0.0'],
    ],
    ['introduced 1.0.0', ['0.9.0'], ['1.0.0', '99.0.0']],
    ['introduced 0', [], ['0.0.0-0', '1.0.0']],
    ['fixed 1.0.0', ['1.0.0'], ['0.9.0']],
    ['introduced 0, limit 2.0.0', ['2.0.0', '3.0.0'], ['1.0.0']],
    ['introduced 0, limit *', [], ['1.0.0']],
    ['introduced 1.2, fixed 2', ['1.1.9', '2.0.0'], ['1.2.0', '1.9.0']],
    ['introduced nothing, fixed 2.0.0', ['1.0.0', '2.0.0'], []],
  ])('of %s excludes %j and includes %j', (range, spared, found) => {
    for (const version of spared) expect([version, affects('npm', range, version)]).toEqual([version, false]);
    for (const version of found) expect([version, affects('npm', range, version)]).toEqual([version, true]);
  });

  it.each<[Ecosystem, string, string, boolean]>([
    ['Go', 'introduced 0, fixed 0.17.0', 'v0.16.0', true],
    ['Go', 'introduced 0, fixed 0.17.0', 'v0.17.0', false],
    [
      'Go',
      'introduced 0, fixed 0.0.0-20220314234659-1baeb1ce4c0b',
      'v0.0.0-20211215153901-e495a2d5b3d3',
      true,
    ],
    ['Go', 'introduced 0, fixed 2.0.0', 'v1.9.0+incompatible', true],
    ['PyPI', 'introduced 0, fixed 2.31', '2.30.0', true],
    ['PyPI', 'introduced 0, fixed 2.31', '2.31.0', false],
    ['PyPI', 'introduced 0, fixed 2.31', '2.31rc1', true],
    ['PyPI', 'introduced 1!0, fixed 1!2', '5.0', false],
    ['PyPI', 'introduced 0, fixed 2.31', '2.31.post1', false],
    ['PyPI', 'introduced 0, fixed 2.31', '10.0', false],
    ['npm', 'introduced 0, fixed 2.0.0', 'git+https://example.org/a.git', false],
    ['npm', 'introduced 0, fixed 2.0.0', '', false],
    ['npm', 'introduced 0', '', true],
    ['npm', 'introduced 0, limit *', 'latest', true],
    ['npm', 'introduced 0, limit 2.0.0', '', false],
    ['npm', 'introduced 1.0.0', '', false],
    ['npm', 'introduced 0, fixed 2.0.0', '1'.repeat(1000), false],
  ])('compares versions in the order of %s: %s, %s', (ecosystem, range, version, affected) => {
    expect(affects(ecosystem, range, version)).toBe(affected);
  });

  it('also matches listed versions', () => {
    const listed = { versions: ['1.0', 'weird'], ranges: [] };
    expect(verdictOf('PyPI', listed, '1.0.0').affected).toBe(true);
    expect(verdictOf('PyPI', listed, 'weird').affected).toBe(true);
    expect(verdictOf('PyPI', listed, '1.0.1').affected).toBe(false);
    expect(verdictOf('npm', listed, '1.0.0').affected).toBe(true);
  });

  it('reports the higher versions with the fix', () => {
    const ranges = [
      'introduced 1.0.0, fixed 1.2.0, introduced 2.0.0, fixed 2.10.0',
      'introduced 0, fixed 2.9.0',
    ].map(eventsOf);
    expect(verdictOf('npm', { versions: [], ranges }, '2.0.0').fixedVersions).toEqual(['2.9.0', '2.10.0']);
    expect(verdictOf('npm', { versions: [], ranges }, '3.0.0').fixedVersions).toEqual([]);
  });
});
