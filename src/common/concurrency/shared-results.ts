import { LRUCache } from 'lru-cache';

/**
 * A cache of results by key, each loaded by what is given as `context`. Callers share a running load, and keep it when other
 * keys replace theirs. A failure is not kept.
 * @param max the number of results
 * @param ttl time to live in milliseconds
 */
export const sharedResults = <T extends object | number | true>(
  max: number,
  ttl: number,
): LRUCache<string, T, () => Promise<T>> =>
  new LRUCache({
    max,
    ttl,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: load }) => load(),
  });
