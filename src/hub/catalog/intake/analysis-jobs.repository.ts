import { Injectable } from '@nestjs/common';
import { NIL_UUID } from '../../../common/values/uuid.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { AnalysisReason } from './analysis-values.js';

/** SQL that queues analyses. */
@Injectable()
export class AnalysisJobsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Queues a job for each of these versions that exists and has no active one, and returns the ids of the jobs. In the
   * order of the versions' ids, so that concurrent callers do not deadlock.
   */
  async queue(versionIds: readonly string[], reason: AnalysisReason): Promise<string[]> {
    const rows = await this.uow.rows<{ id: string }>(
      `INSERT INTO analysis_job (id, version_id, mcp_id, share, reason, status, run_after, created_at)
       SELECT gen_random_uuid(), v.id, v.mcp_id, coalesce(m.org_id, '${NIL_UUID}'), $2, 'QUEUED', now(), now()
         FROM mcp_version v JOIN mcp m ON m.id = v.mcp_id WHERE v.id = ANY($1::uuid[])
        ORDER BY v.id
       ON CONFLICT (version_id) WHERE status IN ('QUEUED', 'RUNNING') DO NOTHING
       RETURNING id`,
      [versionIds, reason],
    );
    return rows.map(({ id }) => id);
  }

  /** Queues the running job of a version again; its attempt can record nothing any more (ADR 51). */
  async interrupt(versionId: string): Promise<string[]> {
    const rows = await this.uow.rows<{ id: string }>(
      `WITH interrupted AS (
         UPDATE analysis_job
            SET status = 'QUEUED', worker = NULL, phase = NULL, heartbeat_at = NULL, attempts = attempts - 1,
                run_after = now()
          WHERE version_id = $1 AND status = 'RUNNING' RETURNING id, version_id
       ), changed AS (
         UPDATE mcp_version v SET status = 'INGESTED', updated_at = now()
           FROM interrupted i WHERE v.id = i.version_id AND v.status = 'ANALYZING'
       )
       SELECT id FROM interrupted`,
      [versionId],
    );
    return rows.map(({ id }) => id);
  }
}
