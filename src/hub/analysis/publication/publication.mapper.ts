import type { PublicationView } from './publications.dto.js';
import type { PublicationRow } from './publications.read-model.js';

/** A publication in responses. */
export const publicationView = (row: PublicationRow): PublicationView => ({
  status: row.status,
  package: row.packageId,
  version: row.version,
  attempts: row.attempts,
  next_attempt_at: row.status === 'QUEUED' ? row.runAfter.toISOString() : null,
  warnings: row.warnings.map(({ code, message }) => ({ code, message })),
  failure_reason: row.failureReason,
  published_at: row.publishedAt?.toISOString() ?? null,
});
