import { createHash } from 'node:crypto';
import type { RegistryVersionName } from './registry-mcps.repository.js';

const SUFFIX_DIGITS = 24;

/**
 * The commit of a version of the registry, when another version of the server has its declared commit: that commit,
 * continued by digits of its own. Its publisher declares the commit, so the same one may come with other bytes. The gate
 * then finds the commit ambiguous, and does not give one version the verdict on the other (hub contract 20).
 */
export function ownCommit(commit: string, { version, digest }: RegistryVersionName): string {
  const own = createHash('sha256').update(`${version} ${digest}`).digest('hex');
  return commit + own.slice(0, SUFFIX_DIGITS);
}
