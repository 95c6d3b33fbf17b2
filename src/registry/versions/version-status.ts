import type { Scope } from '../../auth/rules/scopes.js';

/** States of a version (registry contract 9). Draft and ingested count as unpublished. */
export const VERSION_STATUSES = ['draft', 'ingested', 'published', 'revoked'] as const;
export type VersionStatus = (typeof VERSION_STATUSES)[number];

/** Status values that a publish can set. */
export const PUBLISH_STATUSES = ['draft', 'ingested'] as const satisfies readonly VersionStatus[];
export type PublishStatus = (typeof PUBLISH_STATUSES)[number];

/** Status values that a caller can request. */
export const REQUESTABLE_STATUSES = ['published', 'revoked'] as const satisfies readonly VersionStatus[];
export type RequestableStatus = (typeof REQUESTABLE_STATUSES)[number];

/** The rules of a status. */
interface StatusRules {
  /** Allowed transitions on request. */
  readonly next: readonly RequestableStatus[];
  /** Whether a publish may replace it. */
  readonly isReplaceable: boolean;
  /** Whether references resolve to it: clients run whatever `resolve` returns (registry contract 10). */
  readonly resolves: boolean;
  /** The scope required to see its artifacts. */
  readonly scope: Extract<Scope, 'mcp:resolve' | 'mcp:resolve:prepublish'>;
  /**
   * Among several versions that match a reference, those of the lowest rank win, and among them the highest version.
   */
  readonly rank: number;
}

const UNPUBLISHED = {
  next: ['published', 'revoked'],
  isReplaceable: false,
  resolves: true,
  scope: 'mcp:resolve:prepublish',
  rank: 2,
} as const satisfies StatusRules;

/** The rules of each state. */
export const STATUS_RULES: Readonly<Record<VersionStatus, StatusRules>> = {
  draft: { ...UNPUBLISHED, isReplaceable: true },
  ingested: UNPUBLISHED,
  published: { next: ['revoked'], isReplaceable: false, resolves: true, scope: 'mcp:resolve', rank: 1 },
  revoked: { next: [], isReplaceable: false, resolves: false, scope: 'mcp:resolve:prepublish', rank: 3 },
};

/** The column with the time of the last change to a state. */
export const CHANGED_AT: Readonly<Record<RequestableStatus, string>> = {
  published: 'published_at',
  revoked: 'revoked_at',
};

/**
 * The effect of a requested status. Idempotent: requesting the current status changes nothing (registry contract 9).
 */
export function statusChange(from: VersionStatus, to: RequestableStatus): 'change' | 'none' | 'refused' {
  if (from === to) return 'none';
  return STATUS_RULES[from].next.includes(to) ? 'change' : 'refused';
}

/** SQL: whether the version `alias` is published. Indexes have the same condition. */
export const isPublishedSql = (alias: string): string => `${alias}.status = 'published'`;

/** SQL: whether the version `alias` is revoked. */
export const isRevokedSql = (alias: string): string => `${alias}.status = 'revoked'`;

/** SQL: whether a publish may replace the version `alias`. */
export const isReplaceableSql = (alias: string): string =>
  `${alias}.status IN (${quoted(VERSION_STATUSES.filter((status) => STATUS_RULES[status].isReplaceable))})`;

/** SQL of a list of states. */
export const quoted = (statuses: readonly VersionStatus[]): string =>
  statuses.map((status) => `'${status}'`).join(', ');

/** The states grouped by rank, lowest first. */
export const STATUSES_BY_RANK: readonly (readonly VersionStatus[])[] = [
  ...Map.groupBy(VERSION_STATUSES, (status) => STATUS_RULES[status].rank),
]
  .sort(([a], [b]) => a - b)
  .map(([, statuses]) => statuses);
