/** Components of the service (hub contract 17). */
export const PARTS = ['database', 'cache', 'storage'] as const;
export type Part = (typeof PARTS)[number];

export const PART_STATES = ['ok', 'failed', 'not_configured'] as const;
export type PartState = (typeof PART_STATES)[number];

export type Checks = Readonly<Record<Part, PartState>>;

/** Statuses in which requests are served, and those in which they are not. */
export const READY = ['ready', 'degraded'] as const;
export const NOT_READY = ['starting', 'stopping', 'unavailable'] as const;
export type ReadinessStatus = (typeof READY)[number] | (typeof NOT_READY)[number];

/**
 * The status of the process. Without the database nothing works. Without the cache, servers count requests separately,
 * and without the artifact storage, everything except artifacts is served: routing requests to other servers would not
 * help (ADR 15).
 */
export function statusOf(process: 'starting' | 'ready' | 'stopping', checks: Checks): ReadinessStatus {
  if (process !== 'ready') return process;
  if (checks.database === 'failed') return 'unavailable';
  return PARTS.some((part) => checks[part] === 'failed') ? 'degraded' : 'ready';
}

export const isReady = (status: ReadinessStatus): boolean => READY.some((ready) => ready === status);
