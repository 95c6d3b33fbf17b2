import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Lease } from '../../../jobs/attempts/lease.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { Publication, PublicationStatus } from './publication.entity.js';
import type { PublicationPlan } from './publication-plan.js';
import type { PublicationSubject } from './publication-subject.read-model.js';
import type { PublicationWarning } from './publication-warnings.js';
import { hasResult } from '../../catalog/version-order/has-result.js';

/** A publication that this process works on. */
export interface ClaimedPublication extends Pick<
  Publication,
  'versionId' | 'snapshotId' | 'attempts' | 'plan' | 'publishedAt'
> {
  readonly claim: string;
}

// A running attempt renews its lease several times within it.
const DURATION = `interval '60 seconds'`;

const LEASE = new Lease({ key: 'version_id', holder: 'claim', until: 'lease_until' });

/** SQL of publications. */
@Injectable()
export class PublicationsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Queues the publication of what a version and its snapshot are now. A running attempt is not disturbed: it sees by
   * `attempts`, which it found above zero, that it was asked for more than it has read.
   */
  async request(versionId: string, snapshotId: string): Promise<void> {
    await this.uow.rows(
      `INSERT INTO publication AS p (version_id, snapshot_id, status, run_after, warnings, created_at, updated_at)
       VALUES ($1, $2, 'QUEUED', now(), '[]', now(), now())
       ON CONFLICT ON CONSTRAINT publication_pkey DO UPDATE
          SET snapshot_id = excluded.snapshot_id, attempts = 0, run_after = now(), updated_at = now(),
              status = CASE WHEN p.status = 'RUNNING' THEN 'RUNNING' ELSE 'QUEUED' END`,
      [versionId, snapshotId],
    );
  }

  /** Forgets a publication of which the registry knows nothing yet. */
  async cancel(versionId: string): Promise<void> {
    await this.uow.rows('DELETE FROM publication WHERE version_id = $1 AND plan IS NULL', [versionId]);
  }

  /** Whether the registry knows, or may know, anything of a version. */
  async hasStarted(versionId: string): Promise<boolean> {
    const row = await this.uow.row(
      'SELECT version_id FROM publication WHERE version_id = $1 AND plan IS NOT NULL',
      [versionId],
    );
    return row !== undefined;
  }

  /**
   * Takes the next due publication, or one whose process was lost: behind those that were due before, and the lost attempt does
   * not count (ADR 112). Undefined if there is none. Concurrent callers get different ones. What may not be published waits.
   * @param versionId restricts it to one version
   */
  claim(versionId?: string): Promise<ClaimedPublication | undefined> {
    return this.uow.row<ClaimedPublication>(
      `UPDATE publication p
          SET status = 'RUNNING', ${LEASE.taken('$1', DURATION)},
              attempts = CASE p.status WHEN 'RUNNING' THEN greatest(p.attempts, 1) ELSE p.attempts + 1 END,
              updated_at = now()
         FROM (SELECT q.version_id
                 FROM publication q
                 JOIN mcp_version v ON v.id = q.version_id
                 JOIN mcp m ON m.id = v.mcp_id
                WHERE ((q.status = 'QUEUED' AND q.run_after <= now())
                       OR (q.status = 'RUNNING' AND ${LEASE.hasExpired('q')}))
                  AND ($2::uuid IS NULL OR q.version_id = $2)
                  AND NOT m.withdrawn AND v.revoked_at IS NULL
                ORDER BY coalesce(q.lease_until, q.run_after), q.version_id
                LIMIT 1
                  FOR UPDATE OF q SKIP LOCKED) due
        WHERE p.version_id = due.version_id
       RETURNING p.version_id AS "versionId", p.snapshot_id AS "snapshotId", p.attempts, p.plan,
                 p.published_at AS "publishedAt", p.claim`,
      [randomUUID(), versionId ?? null],
    );
  }

  /**
   * Keeps a claim, and says whether the version was revoked or its MCP withdrawn meanwhile; undefined if another process
   * has the claim.
   */
  renew({
    versionId,
    claim,
  }: ClaimedPublication): Promise<Pick<PublicationSubject, 'revoked' | 'withdrawn'> | undefined> {
    return this.uow.row(
      `UPDATE publication p SET ${LEASE.kept(DURATION)}
         FROM mcp_version v JOIN mcp m ON m.id = v.mcp_id
        WHERE ${LEASE.isHeld('p')} AND p.status = 'RUNNING' AND v.id = p.version_id
       RETURNING v.revoked_at IS NOT NULL AS revoked, m.withdrawn`,
      [versionId, claim],
    );
  }

  /**
   * Stores what is published, before the registry is asked; false if another process has the claim. Other bytes than
   * those of the plan before, or another number, are not published yet.
   */
  async savePlan(
    { versionId, claim }: ClaimedPublication,
    plan: PublicationPlan,
    warnings: readonly PublicationWarning[],
  ): Promise<boolean> {
    const row = await this.uow.row(
      `UPDATE publication
          SET plan = $3, warnings = $4, updated_at = now(),
              published_at = CASE WHEN plan #>> '{bundle,digest}' = $3::jsonb #>> '{bundle,digest}'
                                   AND plan ->> 'version' = $3::jsonb ->> 'version' THEN published_at END
        WHERE ${LEASE.isHeld()} AND status = 'RUNNING' RETURNING version_id`,
      [versionId, claim, JSON.stringify(plan), JSON.stringify(warnings)],
    );
    return row !== undefined;
  }

  /** Adds warnings of the registry. */
  async setWarnings(
    { versionId, claim }: ClaimedPublication,
    warnings: readonly PublicationWarning[],
  ): Promise<void> {
    await this.uow.rows(`UPDATE publication SET warnings = $3 WHERE ${LEASE.isHeld()}`, [
      versionId,
      claim,
      JSON.stringify(warnings),
    ]);
  }

  async warningsOf(versionId: string): Promise<readonly PublicationWarning[]> {
    const row = await this.uow.row<Pick<Publication, 'warnings'>>(
      'SELECT warnings FROM publication WHERE version_id = $1',
      [versionId],
    );
    return row?.warnings ?? [];
  }

  /**
   * Ends a successful attempt. If there was a request meanwhile, such as for a newer snapshot or another number, the next
   * attempt is queued at once. False if another process has the claim.
   */
  async succeed({ versionId, claim, attempts }: ClaimedPublication, isPublished: boolean): Promise<boolean> {
    const row = await this.uow.row(
      `UPDATE publication
          SET status = CASE WHEN attempts = $3 THEN 'DONE' ELSE 'QUEUED' END, ${LEASE.ended},
              failure_reason = NULL, attempts = 0, run_after = now(), updated_at = now(),
              published_at = CASE WHEN $4 THEN coalesce(published_at, now()) ELSE published_at END
        WHERE ${LEASE.isHeld()} AND status = 'RUNNING'
       RETURNING version_id`,
      [versionId, claim, attempts, isPublished],
    );
    return row !== undefined;
  }

  /** Ends a failed attempt: the next one follows at `runAfter`; without that, only if there was a request meanwhile. */
  async fail(
    { versionId, claim, attempts }: ClaimedPublication,
    reason: string,
    runAfter: Date | undefined,
  ): Promise<void> {
    await this.uow.rows(
      `UPDATE publication
          SET status = CASE WHEN $4::timestamptz IS NULL AND attempts = $5 THEN 'FAILED' ELSE 'QUEUED' END,
              run_after = coalesce($4, now()), ${LEASE.ended}, failure_reason = $3,
              updated_at = now()
        WHERE ${LEASE.isHeld()} AND status = 'RUNNING'`,
      [versionId, claim, reason, runAfter ?? null, attempts],
    );
  }

  /** Ends an attempt that may not go on: the publication waits in the queue, and the attempt does not count. */
  async suspend({ versionId, claim }: ClaimedPublication): Promise<void> {
    await this.uow.rows(
      `UPDATE publication
          SET status = 'QUEUED', attempts = greatest(attempts - 1, 0), run_after = now(), ${LEASE.ended}, updated_at = now()
        WHERE ${LEASE.isHeld()} AND status = 'RUNNING'`,
      [versionId, claim],
    );
  }

  /** Locks the publication of a version of an MCP; undefined if there is none. */
  lock(mcpId: string, versionId: string): Promise<{ readonly status: PublicationStatus } | undefined> {
    return this.uow.row(
      `SELECT p.status FROM publication p JOIN mcp_version v ON v.id = p.version_id
        WHERE v.id = $2 AND v.mcp_id = $1 FOR UPDATE OF p`,
      [mcpId, versionId],
    );
  }

  /** Queues a failed publication again, at once. */
  async retry(versionId: string): Promise<void> {
    await this.uow.rows(
      `UPDATE publication SET status = 'QUEUED', attempts = 0, run_after = now(), updated_at = now()
        WHERE version_id = $1 AND status IN ('FAILED', 'QUEUED')`,
      [versionId],
    );
  }

  /** Locks the MCP of a version, as every change does that may make another version the newest. */
  async lockMcpOf(versionId: string): Promise<string | undefined> {
    const row = await this.uow.row<{ id: string }>(
      `SELECT m.id FROM mcp m WHERE m.id = (SELECT mcp_id FROM mcp_version WHERE id = $1) FOR NO KEY UPDATE`,
      [versionId],
    );
    return row?.id;
  }

  /** Records the release key of a version that is published, unless it has become another one meanwhile. */
  async recordKey(versionId: string, before: string | null, releaseKey: string): Promise<void> {
    await this.uow.rows(
      `UPDATE mcp_version SET release_key = $3, updated_at = now()
        WHERE id = $1 AND release_key IS NOT DISTINCT FROM $2 AND release_key IS DISTINCT FROM $3`,
      [versionId, before, releaseKey],
    );
  }

  /**
   * Records the verdict that the registry has on a version, unless a newer snapshot has another one or the version has no
   * result any more. Returns its status, and the level before; undefined if nothing was recorded.
   */
  recordVerdict(
    versionId: string,
    snapshotId: string,
    level: number,
  ): Promise<{ readonly status: string; readonly previousLevel: number | null } | undefined> {
    return this.uow.row(
      `UPDATE mcp_version v
          SET status = CASE WHEN $3::int > 0 THEN 'PUBLISHED' ELSE 'NOT_CERTIFIED' END, certification_level = $3,
              updated_at = now()
         FROM (SELECT id, certification_level AS level FROM mcp_version WHERE id = $1 FOR NO KEY UPDATE) before
        WHERE v.id = before.id AND v.revoked_at IS NULL AND ${hasResult('v')}
          AND $2 = (SELECT s.id FROM snapshot s WHERE s.version_id = v.id ORDER BY s.position DESC LIMIT 1)
       RETURNING v.status, before.level AS "previousLevel"`,
      [versionId, snapshotId, level],
    );
  }
}
