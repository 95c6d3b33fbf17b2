import type { AnalysisJobView } from './analysis-jobs.dto.js';
import type { AnalysisJobRow } from './analysis-jobs.read-model.js';

const timeOf = (date: Date | null): string | null => date?.toISOString() ?? null;

/** A job in responses. */
export const analysisJobView = (job: AnalysisJobRow): AnalysisJobView => ({
  id: job.id,
  mcp_id: job.mcpId,
  mcp_name: job.mcpName,
  version_id: job.versionId,
  visible_version: job.visibleVersion,
  reason: job.reason,
  status: job.status,
  attempts: job.attempts,
  phase: job.phase,
  failure_reason: job.failureReason,
  created_at: job.createdAt.toISOString(),
  started_at: timeOf(job.startedAt),
  heartbeat_at: timeOf(job.heartbeatAt),
  finished_at: timeOf(job.finishedAt),
});
