import { describe, expect, it } from '@jest/globals';
import { DecisionCache, type CachedDecision } from './decision-cache.js';

const decision = (revision: string, { versions = 1, nextChange = Infinity } = {}): CachedDecision => ({
  revision,
  decided: {
    servers: [],
    packages: new Set(),
    versions,
    nextChange,
    allowedUntil: Infinity,
    policiesApplied: 0,
    deniesChangedSurfaces: false,
  },
  environments: new Set(),
});

describe('DecisionCache', () => {
  it('finds decisions of the same revision, until the time changes one', () => {
    let now = 0;
    const cache = new DecisionCache(10, () => now);
    const kept = decision('1', { nextChange: 5 });
    cache.store('a', kept);
    expect(cache.find('a', '1')).toBe(kept);
    expect(cache.find('a', '2')).toBeUndefined();
    expect(cache.find('b', '1')).toBeUndefined();
    now = 5;
    expect(cache.find('a', '1')).toBeUndefined();
  });

  it('forgets what was used least recently when there are too many versions', () => {
    const cache = new DecisionCache(10);
    cache.store('a', decision('1', { versions: 4 }));
    cache.store('b', decision('1', { versions: 4 }));
    cache.find('a', '1');
    cache.store('c', decision('1', { versions: 4 }));
    expect(cache.find('b', '1')).toBeUndefined();
    expect(cache.find('a', '1')).toBeDefined();
    // The last one stays, however large it is.
    cache.store('d', decision('1', { versions: 100 }));
    expect(cache.find('a', '1')).toBeUndefined();
    expect(cache.find('d', '1')).toBeDefined();
  });

  it('keeps a bounded number', () => {
    const cache = new DecisionCache();
    for (let index = 0; index < 100; index += 1) cache.store(String(index), decision('1'));
    const kept = Array.from({ length: 100 }, (_unused, index) => cache.find(String(index), '1')).filter(
      Boolean,
    );
    expect(kept).toHaveLength(64);
  });
});
