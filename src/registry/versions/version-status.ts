import type { Scope } from '../../access/scopes.js';

/** States of a version (registry contract 9). Draft and ingested count as unpublished. */
export const VERSION_STATUSES = ['draft', 'ingested', 'published', 'revoked'] as const;
export type VersionStatus = (typeof VERSION_STATUSES)[number];

/** The states in which a publish leaves a version. */
export const PUBLISH_STATUSES = ['draft', 'ingested'] as const satisfies readonly VersionStatus[];
export type PublishStatus = (typeof PUBLISH_STATUSES)[number];

/** The states that a caller can ask for. */
export const REQUESTABLE_STATUSES = ['published', 'revoked'] as const satisfies readonly VersionStatus[];
export type RequestableStatus = (typeof REQUESTABLE_STATUSES)[number];

/** What holds for versions in a state. */
interface StatusRules {
  /** Where it can be moved on request. */
  readonly next: readonly RequestableStatus[];
  /** A publish may write another version over it. */
  readonly isReplaceable: boolean;
  /** References find it: clients run whatever `resolve` answers (registry contract 10). */
  readonly resolves: boolean;
  /** Who may see its artifacts. */
  readonly scope: Extract<Scope, 'mcp:resolve' | 'mcp:resolve:prepublish'>;
  /** Of several versions that a reference fits, those of the lowest rank count, and among them the highest version. */
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

/** What becomes of a request for a state; the same state again changes nothing (registry contract 9). */
export function statusChange(from: VersionStatus, to: RequestableStatus): 'change' | 'none' | 'refused' {
  if (from === to) return 'none';
  return STATUS_RULES[from].next.includes(to) ? 'change' : 'refused';
}

/** SQL: whether the version `alias` is published. Indexes have the same condition. */
export const isPublishedSql = (alias: string): string => `${alias}.status = 'published'`;

/** SQL: whether the version `alias` is revoked. */
export const isRevokedSql = (alias: string): string => `${alias}.status = 'revoked'`;

/** SQL: whether a publish may write over the version `alias`. */
export const isReplaceableSql = (alias: string): string =>
  `${alias}.status IN (${quoted(VERSION_STATUSES.filter((status) => STATUS_RULES[status].isReplaceable))})`;

/** SQL of a list of states. */
export const quoted = (statuses: readonly VersionStatus[]): string =>
  statuses.map((status) => `'${status}'`).join(', ');

/** The states by their rank, the lowest first. */
export const STATUSES_BY_RANK: readonly (readonly VersionStatus[])[] = [
  ...Map.groupBy(VERSION_STATUSES, (status) => STATUS_RULES[status].rank),
]
  .sort(([a], [b]) => a - b)
  .map(([, statuses]) => statuses);
