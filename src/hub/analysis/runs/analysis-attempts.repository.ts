import { Injectable } from '@nestjs/common';
import type { Attempt, AttemptKey } from '../../../jobs/attempts/attempt.js';
import { AttemptedRows, type AttemptedTable } from '../../../jobs/attempts/attempted-rows.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { VersionRelease } from '../../catalog/mcps/version-release.js';
import type { VersionSource } from '../../catalog/mcps/version-source.js';
import { hasResult } from '../../catalog/version-order/has-result.js';

/** An attempt to analyze a version; its row is an analysis job. */
export interface AnalysisAttempt extends Attempt {
  readonly versionId: string;
  /** Null for versions that were created without a source. */
  readonly source: VersionSource | null;
  /** Key of the source as it was fetched for an earlier analysis, if there was one and the source is still the same. */
  readonly storedKey: string | null;
  /** The files of the Python release that was analyzed before; null for none. */
  readonly release: VersionRelease | null;
  /** Whether the version had a result when the attempt began. */
  readonly hasResult: boolean;
  /** `host#id` of the MCP's repository, once its code host has said which it is; null before. */
  readonly repoIdentity: string | null;
}

/** A version whose analysis has failed. */
export interface FailedVersion {
  readonly versionId: string;
  readonly orgId: string | null;
  readonly mcpName: string;
  readonly visibleVersion: string;
}

/** What somebody waits for comes before what is analyzed again. */
const TABLE: AttemptedTable = {
  name: 'analysis_job',
  waitingStatus: 'QUEUED',
  isRunning: "status = 'RUNNING'",
  share: 'share',
  isLater: "reason NOT IN ('ingest', 'retry')",
  waiting: "status = 'QUEUED', phase = NULL",
  thereupon: {
    returning: 'version_id',
    changes: `, changed AS (
      UPDATE mcp_version v SET status = 'INGESTED', updated_at = now()
        FROM released r WHERE v.id = r.version_id AND v.status = 'ANALYZING')`,
  },
};

const ATTEMPT = `
  SELECT c.id, c.worker, c.version_id AS "versionId", c.attempts, v.source, v.release,
         ${hasResult('v')} AS "hasResult",
         CASE WHEN m.repo_confirmed THEN m.repo_identity END AS "repoIdentity",
         extract(epoch FROM now() - c.created_at)::float8 AS "ageSeconds",
         (SELECT s.tarball_key FROM snapshot s
           WHERE s.version_id = v.id AND s.tarball_sha256 = v.tarball_sha256
           ORDER BY s.created_at DESC, s.id DESC LIMIT 1) AS "storedKey"
    FROM claimed c JOIN mcp_version v ON v.id = c.version_id JOIN mcp m ON m.id = v.mcp_id`;

/** SQL of the attempts of analysis jobs. */
@Injectable()
export class AnalysisAttemptsRepository extends AttemptedRows {
  private readonly claimed = `
    claimed AS (
      UPDATE analysis_job j SET ${AttemptedRows.BEGIN}, status = 'RUNNING', phase = 'fetching'
        FROM next
       WHERE j.id = next.id AND ${this.isDue('j')}
      RETURNING j.id, j.worker, j.version_id, j.attempts, j.created_at
    ), started AS (
      UPDATE mcp_version v SET status = 'ANALYZING', failure_reason = NULL, updated_at = now()
        FROM claimed c WHERE v.id = c.version_id AND v.status IN ('INGESTED', 'FAILED')
    )`;

  constructor(private readonly uow: UnitOfWork) {
    super(uow, TABLE);
  }

  /** Claims a queued job; undefined if it is not queued (any more) or not due yet. */
  claim({ id, worker }: AttemptKey): Promise<AnalysisAttempt | undefined> {
    return this.uow.run(() =>
      this.uow.row<AnalysisAttempt>(`WITH next AS (SELECT $2::uuid AS id), ${this.claimed} ${ATTEMPT}`, [
        worker,
        id,
      ]),
    );
  }

  /** Claims the due job whose turn it is; undefined if there is none. */
  claimNext(worker: string): Promise<AnalysisAttempt | undefined> {
    return this.uow.run(() =>
      this.uow.row<AnalysisAttempt>(`WITH RECURSIVE ${this.nextInTurn}, ${this.claimed} ${ATTEMPT}`, [
        worker,
      ]),
    );
  }

  /** Ends a job whose results are being recorded; false if the attempt was taken over. */
  succeed(key: AttemptKey): Promise<boolean> {
    return this.change(key, "status = 'SUCCEEDED', phase = NULL, failure_reason = NULL, finished_at = now()");
  }

  /**
   * Ends a job without results. A version that has none either fails with it. Undefined if the attempt was taken over.
   */
  fail({ id, worker }: AttemptKey, reason: string): Promise<FailedVersion | undefined> {
    return this.uow.row<FailedVersion>(
      `WITH failed AS (
         UPDATE analysis_job SET status = 'FAILED', phase = NULL, failure_reason = $3, finished_at = now()
          WHERE ${this.isHeld} RETURNING version_id
       ), changed AS (
         UPDATE mcp_version v SET status = 'FAILED', failure_reason = $3, updated_at = now()
           FROM failed f WHERE v.id = f.version_id AND v.status IN ('INGESTED', 'ANALYZING')
       )
       SELECT v.id AS "versionId", m.org_id AS "orgId", m.name AS "mcpName", v.visible_version AS "visibleVersion"
         FROM failed f JOIN mcp_version v ON v.id = f.version_id JOIN mcp m ON m.id = v.mcp_id`,
      [id, worker, reason],
    );
  }

  /** Deletes up to `limit` jobs that ended before `before`, and returns how many were deleted. */
  async deleteEnded(before: Date, limit: number): Promise<number> {
    const rows = await this.uow.rows(
      `DELETE FROM analysis_job
        WHERE id IN (SELECT id FROM analysis_job
                      WHERE created_at < $1 AND finished_at < $1 AND status IN ('SUCCEEDED', 'FAILED')
                      ORDER BY created_at, id LIMIT $2)
       RETURNING id`,
      [before, limit],
    );
    return rows.length;
  }

  /**
   * Up to `limit` newest versions of their MCPs that have a result, but have not been analyzed for some hours and are
   * not queued.
   */
  async outdated(hours: number, limit: number): Promise<string[]> {
    const rows = await this.uow.rows<{ id: string }>(
      `SELECT newest.id
         FROM mcp m JOIN mcp_version newest ON newest.id = m.newest_version_id
        WHERE NOT m.withdrawn AND ${hasResult('newest')}
          AND NOT EXISTS (
            SELECT FROM analysis_job j
             WHERE j.version_id = newest.id
               AND (j.created_at > now() - make_interval(hours => $1) OR j.status IN ('QUEUED', 'RUNNING')))
        LIMIT $2`,
      [hours, limit],
    );
    return rows.map(({ id }) => id);
  }
}
