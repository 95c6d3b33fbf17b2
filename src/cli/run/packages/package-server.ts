import { entryKey, openEntry, type CacheEntry } from '../cache/cache-entry.js';
import type { PackageOptions, PackageSource } from './package-content.js';

/**
 * The files of a package, from the cache or its registry. The archive has the digest that was decided about; what it depends on
 * is installed only when the user asks for it.
 * @throws Refusal, DamagedEntry
 */
export async function packageServer(
  source: PackageSource,
  cache: string,
  options: PackageOptions,
): Promise<CacheEntry> {
  // What needs nothing else has one entry, whether or not dependencies are accepted.
  const plain = openEntry(cache, entryKey(source.digest), source.digest);
  if (plain !== undefined) return plain;
  const installed = options.withDependencies ? entryKey(source.digest, true) : undefined;
  const kept = installed === undefined ? undefined : openEntry(cache, installed, source.digest);
  if (kept !== undefined) return kept;
  const { fetchPackage } = await import('./fetch-package.js');
  return await fetchPackage(source, cache, options);
}
