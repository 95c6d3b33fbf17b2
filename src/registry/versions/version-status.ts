/** States of a version (registry contract 9). Draft and ingested count as unpublished. */
export const VERSION_STATUSES = ['draft', 'ingested', 'published', 'revoked'] as const;
export type VersionStatus = (typeof VERSION_STATUSES)[number];

/** The states that a caller can ask for. */
export const REQUESTABLE_STATUSES = ['published', 'revoked'] as const;
export type RequestableStatus = (typeof REQUESTABLE_STATUSES)[number];

/**
 * What becomes of a request for a state: revoked is final, the same state again changes nothing (registry contract 9).
 */
export function statusChange(from: VersionStatus, to: RequestableStatus): 'change' | 'none' | 'refused' {
  if (from === to) return 'none';
  return from === 'revoked' ? 'refused' : 'change';
}

/** Whether a version in this state is hidden from those who may only resolve published ones. */
export const isUnpublished = (status: VersionStatus): boolean => status === 'draft' || status === 'ingested';
