/** Whether the newest version of an MCP has a finding (ADR 54). */
export const FINDING_STATUSES = ['open', 'resolved'] as const;
export type FindingStatus = (typeof FINDING_STATUSES)[number];
