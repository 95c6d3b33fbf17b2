import { createHash } from 'node:crypto';

const SUFFIX_DIGITS = 24;

/**
 * The commit of a version, when another version of the server has its commit with other bytes: that commit, continued by
 * digits of its own. Publishers to the registry declare commits, so the same one may come with other bytes. The gate
 * then finds the commit ambiguous, and does not give one version the verdict on the other (hub contract 20).
 * @param identity what tells the version apart from others with the commit
 */
export function ownCommit(commit: string, identity: string): string {
  const own = createHash('sha256').update(identity).digest('hex');
  return commit + own.slice(0, SUFFIX_DIGITS);
}
