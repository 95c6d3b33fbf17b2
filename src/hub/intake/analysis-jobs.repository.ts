import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
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
      `INSERT INTO analysis_job (id, version_id, mcp_id, reason, status, run_after, created_at)
       SELECT gen_random_uuid(), v.id, v.mcp_id, $2, 'QUEUED', now(), now()
         FROM mcp_version v WHERE v.id = ANY($1::uuid[])
        ORDER BY v.id
       ON CONFLICT (version_id) WHERE status IN ('QUEUED', 'RUNNING') DO NOTHING
       RETURNING id`,
      [versionIds, reason],
    );
    return rows.map(({ id }) => id);
  }
}
