import { Injectable } from '@nestjs/common';
import { DELAY_AFTER_LOSS } from '../../jobs/lost-attempts.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { AnalysisReason } from '../intake/analysis-values.js';
import type { VersionRelease } from '../mcps/version-release.js';
import type { VersionSource } from '../mcps/version-source.js';
import { hasResult } from '../version-order/has-result.js';

/**
 * Key of an attempt. Every write is conditional on it, so an attempt that lost its job changes nothing (ADR 51).
 */
export interface AttemptKey {
  readonly jobId: string;
  /** Identifies the attempt. */
  readonly worker: string;
}

/** An attempt to analyze a version. */
export interface Attempt extends AttemptKey {
  readonly versionId: string;
  /** How many attempts the job has had, this one included. */
  readonly attempts: number;
  /** How long the job has existed. */
  readonly ageSeconds: number;
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

/** An attempt that does not show any more that it is alive. */
export interface SilentAttempt extends AttemptKey {
  readonly reason: AnalysisReason;
}

/** A version whose analysis has failed. */
export interface FailedVersion {
  readonly versionId: string;
  readonly orgId: string | null;
  readonly mcpName: string;
  readonly visibleVersion: string;
}

const OF_ATTEMPT = `id = $1 AND worker = $2 AND status = 'RUNNING'`;

const IS_ORDINARY = `reason NOT IN ('ingest', 'retry')`;

// Concurrent workers may want the same row: the others take one of the next.
const OF_A_SHARE = 4;

/**
 * The job whose turn it is (ADR 113): what somebody waits for before what is analyzed again, then the organization with the
 * fewest running jobs, then the one whose last start is the longest ago. Organizations with queued jobs are found by
 * jumping from one to the next in an index.
 */
const NEXT = `
  waiting AS (
    (SELECT share FROM analysis_job WHERE status = 'QUEUED' ORDER BY share LIMIT 1)
    UNION ALL
    SELECT (SELECT j.share FROM analysis_job j
             WHERE j.status = 'QUEUED' AND j.share > w.share ORDER BY j.share LIMIT 1)
      FROM waiting w WHERE w.share IS NOT NULL
  ), next AS (
    SELECT j.id
      FROM waiting w
     CROSS JOIN LATERAL (
       SELECT (SELECT count(*) FROM analysis_job r WHERE r.share = w.share AND r.status = 'RUNNING') AS running,
              (SELECT max(started_at) FROM analysis_job s WHERE s.share = w.share) AS started) turn
     CROSS JOIN LATERAL (
       SELECT q.id, q.run_after, ${IS_ORDINARY} AS is_ordinary FROM analysis_job q
        WHERE q.share = w.share AND q.status = 'QUEUED' AND q.run_after <= now()
        ORDER BY ${IS_ORDINARY}, q.run_after, q.id LIMIT ${OF_A_SHARE}) due
      JOIN analysis_job j ON j.id = due.id
     ORDER BY due.is_ordinary, turn.running, turn.started NULLS FIRST, due.run_after, due.id LIMIT 1
       FOR NO KEY UPDATE OF j SKIP LOCKED)`;

const CLAIMED = `
  claimed AS (
    UPDATE analysis_job j
       SET status = 'RUNNING', worker = $1, attempts = attempts + 1, phase = 'fetching', heartbeat_at = now(),
           started_at = now()
      FROM next
     WHERE j.id = next.id AND j.status = 'QUEUED' AND j.run_after <= now()
    RETURNING j.id, j.worker, j.version_id, j.attempts, j.created_at
  ), started AS (
    UPDATE mcp_version v SET status = 'ANALYZING', failure_reason = NULL, updated_at = now()
      FROM claimed c WHERE v.id = c.version_id AND v.status IN ('INGESTED', 'FAILED')
  )`;

const ATTEMPT = `
  SELECT c.id AS "jobId", c.worker, c.version_id AS "versionId", c.attempts, v.source, v.release,
         ${hasResult('v')} AS "hasResult",
         CASE WHEN m.repo_confirmed THEN m.repo_identity END AS "repoIdentity",
         extract(epoch FROM now() - c.created_at)::float8 AS "ageSeconds",
         (SELECT s.tarball_key FROM snapshot s
           WHERE s.version_id = v.id AND s.tarball_sha256 = v.tarball_sha256
           ORDER BY s.created_at DESC, s.id DESC LIMIT 1) AS "storedKey"
    FROM claimed c JOIN mcp_version v ON v.id = c.version_id JOIN mcp m ON m.id = v.mcp_id`;

/** SQL of the attempts of analysis jobs. */
@Injectable()
export class AnalysisAttemptsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Claims a queued job; undefined if it is not queued (any more) or not due yet. */
  claim({ jobId, worker }: AttemptKey): Promise<Attempt | undefined> {
    return this.uow.run(() =>
      this.uow.row<Attempt>(`WITH next AS (SELECT $2::uuid AS id), ${CLAIMED} ${ATTEMPT}`, [worker, jobId]),
    );
  }

  /** Claims the due job whose turn it is; undefined if there is none. */
  claimNext(worker: string): Promise<Attempt | undefined> {
    return this.uow.run(() =>
      this.uow.row<Attempt>(`WITH RECURSIVE ${NEXT}, ${CLAIMED} ${ATTEMPT}`, [worker]),
    );
  }

  /** Writes that an attempt is alive, and what it is doing; false if it was taken over. */
  async beat({ jobId, worker }: AttemptKey, phase: string): Promise<boolean> {
    const row = await this.uow.row(
      `UPDATE analysis_job SET heartbeat_at = now(), phase = $3 WHERE ${OF_ATTEMPT} RETURNING id`,
      [jobId, worker, phase],
    );
    return row !== undefined;
  }

  /** Ends a job whose results are being recorded; false if the attempt was taken over. */
  async succeed({ jobId, worker }: AttemptKey): Promise<boolean> {
    const row = await this.uow.row(
      `UPDATE analysis_job SET status = 'SUCCEEDED', phase = NULL, failure_reason = NULL, finished_at = now()
        WHERE ${OF_ATTEMPT} RETURNING id`,
      [jobId, worker],
    );
    return row !== undefined;
  }

  /**
   * Ends a job without results. A version that has none either fails with it. Undefined if the attempt was taken over.
   */
  fail({ jobId, worker }: AttemptKey, reason: string): Promise<FailedVersion | undefined> {
    return this.uow.row<FailedVersion>(
      `WITH failed AS (
         UPDATE analysis_job SET status = 'FAILED', phase = NULL, failure_reason = $3, finished_at = now()
          WHERE ${OF_ATTEMPT} RETURNING version_id
       ), changed AS (
         UPDATE mcp_version v SET status = 'FAILED', failure_reason = $3, updated_at = now()
           FROM failed f WHERE v.id = f.version_id AND v.status IN ('INGESTED', 'ANALYZING')
       )
       SELECT v.id AS "versionId", m.org_id AS "orgId", m.name AS "mcpName", v.visible_version AS "visibleVersion"
         FROM failed f JOIN mcp_version v ON v.id = f.version_id JOIN mcp m ON m.id = v.mcp_id`,
      [jobId, worker, reason],
    );
  }

  /**
   * Queues the job of an attempt again; false if the attempt was taken over.
   * @param delaySeconds after which another attempt may start
   * @param counts whether the attempt counts
   */
  async release(
    { jobId, worker }: AttemptKey,
    { delaySeconds, counts }: { readonly delaySeconds: number; readonly counts: boolean },
  ): Promise<boolean> {
    const row = await this.uow.row(
      `WITH released AS (
         UPDATE analysis_job
            SET status = 'QUEUED', worker = NULL, phase = NULL, heartbeat_at = NULL,
                attempts = attempts - $4::int, run_after = now() + make_interval(secs => $3)
          WHERE ${OF_ATTEMPT} RETURNING version_id
       ), changed AS (
         UPDATE mcp_version v SET status = 'INGESTED', updated_at = now()
           FROM released r WHERE v.id = r.version_id AND v.status = 'ANALYZING'
       )
       SELECT version_id FROM released`,
      [jobId, worker, delaySeconds, counts ? 0 : 1],
    );
    return row !== undefined;
  }

  /**
   * Queues the job of an attempt again whose process was lost: behind the others, and the attempt does not count. False if the
   * attempt was taken over.
   */
  async lose({ jobId, worker }: AttemptKey): Promise<boolean> {
    const row = await this.uow.row(
      `WITH lost AS (
         UPDATE analysis_job
            SET status = 'QUEUED', worker = NULL, phase = NULL, heartbeat_at = NULL,
                attempts = greatest(attempts - 1, 0), losses = losses + 1, run_after = now() + ${DELAY_AFTER_LOSS}
          WHERE ${OF_ATTEMPT} RETURNING version_id
       ), changed AS (
         UPDATE mcp_version v SET status = 'INGESTED', updated_at = now()
           FROM lost l WHERE v.id = l.version_id AND v.status = 'ANALYZING'
       )
       SELECT version_id FROM lost`,
      [jobId, worker],
    );
    return row !== undefined;
  }

  /** Up to `limit` running attempts that have been silent for some seconds, the longest first. */
  silent(seconds: number, limit: number): Promise<SilentAttempt[]> {
    return this.uow.rows<SilentAttempt>(
      `SELECT id AS "jobId", worker, reason FROM analysis_job
        WHERE status = 'RUNNING' AND heartbeat_at <= now() - make_interval(secs => $1)
        ORDER BY heartbeat_at, id LIMIT $2`,
      [seconds, limit],
    );
  }

  /** Up to `limit` queued jobs that have been due for some seconds, in the order in which they should run. */
  overdue(
    seconds: number,
    limit: number,
  ): Promise<{ readonly id: string; readonly reason: AnalysisReason }[]> {
    return this.uow.rows(
      `SELECT id, reason FROM analysis_job
        WHERE status = 'QUEUED' AND run_after <= now() - make_interval(secs => $1)
        ORDER BY ${IS_ORDINARY}, run_after, id LIMIT $2`,
      [seconds, limit],
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
