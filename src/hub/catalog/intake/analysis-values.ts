/** Why a version is analyzed. */
export const ANALYSIS_REASONS = ['ingest', 'reanalysis', 'advisories', 'retry'] as const;
export type AnalysisReason = (typeof ANALYSIS_REASONS)[number];

/** Status of an analysis job; the first two are active, and a version has at most one active job. */
export const ANALYSIS_STATUSES = ['QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED'] as const;
export type AnalysisStatus = (typeof ANALYSIS_STATUSES)[number];
