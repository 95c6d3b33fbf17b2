import { describe, expect, it } from '@jest/globals';
import { versionReference } from './version-reference.js';

describe('versionReference', () => {
  it.each([
    ['latest', null, null],
    ['commit-0a1b2c3-20260101', null, null],
    ['1.2.0', '1.2.0', null],
    ['v1.2.0', '1.2.0', null],
    ['vv1.2.0', null, null],
    ['1.2', null, null],
    ['1.2.0-rc.1+build', '1.2.0-rc.1+build', null],
    ['0A1b2c3', null, '0a1b2c3'],
    ['0a1b2c', null, null],
    ['a'.repeat(64), null, 'a'.repeat(64)],
    ['a'.repeat(65), null, null],
    ['0a1b2cg', null, null],
    ['0a1b2c3\n', null, null],
  ])('of %j: semantic version %j, commit %j', (text, semver, commit) => {
    expect(versionReference(text)).toEqual({ text, semver, commit });
  });
});
