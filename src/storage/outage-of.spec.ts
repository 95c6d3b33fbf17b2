import { describe, expect, it } from '@jest/globals';
import { ArtifactStoreError } from './artifacts/artifact-store.js';
import { outageOf } from './outage-of.js';

const failed = (code: string, more: object = {}): Error => Object.assign(new Error(code), { code, ...more });

describe('the outage that an error reports', () => {
  it.each([
    [failed('53100'), 'database', 'full'],
    [failed('25006'), 'database', 'read-only'],
    [failed('ECONNREFUSED', { syscall: 'connect' }), 'database', 'unavailable'],
    [failed('ENOSPC', { syscall: 'write' }), 'storage', 'full'],
    [failed('EROFS', { syscall: 'open' }), 'storage', 'read-only'],
    [new ArtifactStoreError('no answer'), 'storage', 'unavailable'],
    [new ArtifactStoreError('no room', { full: true }), 'storage', 'full'],
  ])('%s: the part %s is %s', (error, part, fault) => {
    expect(outageOf(error)).toEqual({ part, fault });
  });

  it.each([
    ['contention', failed('40001')],
    ['a violated constraint', failed('23505')],
    [
      'a request to somebody else',
      new TypeError('fetch failed', { cause: failed('ECONNREFUSED', { syscall: 'connect' }) }),
    ],
    ['a bug', new TypeError('x is not a function')],
  ])('%s is none', (_what, error) => {
    expect(outageOf(error)).toBeUndefined();
  });
});
