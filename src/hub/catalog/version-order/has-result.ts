import { listOf, RESULT_STATUSES } from './version-statuses.js';

/**
 * SQL of the condition that a version has a result. One that was taken back does not count, though its snapshot stays (ADR 92).
 * @param v alias of `mcp_version`
 */
export const hasResult = (v: string): string => `${v}.status IN (${listOf(RESULT_STATUSES)})`;
