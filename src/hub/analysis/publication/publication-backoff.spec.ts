import { describe, expect, it } from '@jest/globals';
import { RegistryError } from '../../platform/registry-client/registry-error.js';
import { delayAfter, isWorthRetrying, MAX_ATTEMPTS } from './publication-backoff.js';
import { UnpublishableError } from './publication-error.js';

describe('attempts to publish', () => {
  it('follow each other more and more slowly', () => {
    expect([1, 2, 3, 4].map(delayAfter)).toEqual([5_000, 10_000, 20_000, 40_000]);
    expect(delayAfter(MAX_ATTEMPTS)).toBe(15 * 60_000);
  });

  it('survive ten minutes without the registry', () => {
    let waited = 0;
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) waited += delayAfter(attempt);
    expect(waited).toBeGreaterThan(10 * 60_000);
  });

  it.each([
    ['a registry that is down', new RegistryError('it cannot be reached'), true],
    ['an error of the registry', new RegistryError('it answered 500', 500), true],
    ['a token that it refuses, which can be replaced', new RegistryError('it answered 401', 401), true],
    ['a missing scope, which can be granted', new RegistryError('it answered 403', 403), true],
    ['a full disk', new Error('ENOSPC'), true],
    ['an invalid request', new RegistryError('it answered 400', 400), false],
    ['a version that cannot be published', new UnpublishableError('it is revoked'), false],
  ])('after %s', (_what, error, expected) => {
    expect(isWorthRetrying(error)).toBe(expected);
  });
});
