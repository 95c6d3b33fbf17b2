import { describe, expect, it } from '@jest/globals';
import { visibleVersions } from './visible-version.js';

describe('visibleVersions', () => {
  it('begin with seven digits of the commit, in the UTC day, and get longer up to the whole commit', () => {
    const commit = '0123456789abcdef0123456789abcdef01234567';
    const names = visibleVersions(commit, new Date('2026-03-04T23:59:59-01:00'));
    expect(names[0]).toBe('commit-0123456-20260305');
    expect(names[1]).toBe('commit-01234567-20260305');
    expect(names.at(-1)).toBe(`commit-${commit}-20260305`);
    expect(new Set(names).size).toBe(34);
  });
});
