/** Status of a version on its way from source to registry (hub contract 10). */
export const VERSION_STATUSES = [
  'INGESTED',
  'ANALYZING',
  'CERTIFIED',
  'NOT_CERTIFIED',
  'FAILED',
  'PUBLISHED',
] as const;
export type McpVersionStatus = (typeof VERSION_STATUSES)[number];

/** Statuses of versions that are certified. */
export const CERTIFIED_STATUSES = ['CERTIFIED', 'PUBLISHED'] as const satisfies McpVersionStatus[];

/** Statuses of versions that have a result of an analysis. */
export const RESULT_STATUSES = [...CERTIFIED_STATUSES, 'NOT_CERTIFIED'] as const satisfies McpVersionStatus[];

/** Whether a version with a status is certified. */
export const isCertifiedStatus = (status: McpVersionStatus): boolean =>
  (CERTIFIED_STATUSES as readonly McpVersionStatus[]).includes(status);

/** Whether a version with a status has a result. */
export const isResult = (status: McpVersionStatus): boolean =>
  (RESULT_STATUSES as readonly McpVersionStatus[]).includes(status);

/** Statuses as a list of SQL: `'A', 'B'`. */
export const listOf = (statuses: readonly string[]): string =>
  statuses.map((status) => `'${status}'`).join(', ');
