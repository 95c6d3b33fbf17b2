import { createHash } from 'node:crypto';

const SUFFIX_DIGITS = 24;

/**
 * If another version of the MCP already has the declared commit with other bytes, a version gets that commit with 24
 * digits appended, which are derived from its identity. Publishers to the registry declare commits, so the same one may come with other bytes. The gate
 * then finds the commit ambiguous, and does not give one version the verdict on the other (hub contract 20).
 * @param identity what tells the version apart from others with the commit
 */
export function ownCommit(commit: string, identity: string): string {
  const own = createHash('sha256').update(identity).digest('hex');
  return commit + own.slice(0, SUFFIX_DIGITS);
}
