import { Injectable } from '@nestjs/common';
import type { AuthenticatedCaller } from '../../../auth/hub/hub-principal.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { Scan } from './scan.entity.js';

/** A new scan. */
export type NewScan = Pick<
  Scan,
  'id' | 'tokenHash' | 'url' | 'target' | 'status' | 'mcpId' | 'versionId' | 'snapshotId'
>;

/** A scan as its caller sees it. */
export type FoundScan = Pick<
  Scan,
  'id' | 'status' | 'mcpId' | 'versionId' | 'snapshotId' | 'error' | 'createdAt'
>;

/** A scan whose version is to be found. */
export type ClaimedScan = Pick<Scan, 'id' | 'target' | 'attempts' | 'versionId'> & { readonly mcpId: string };

const FOUND = `id, status, mcp_id AS "mcpId", version_id AS "versionId", snapshot_id AS "snapshotId", error,
  created_at AS "createdAt"`;

/** SQL of the scans. A scan exists for its caller alone. */
@Injectable()
export class ScansRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** The number of scans of a caller without a result. Until the transaction ends, the caller starts no other. */
  async countPending({ kind, id }: AuthenticatedCaller): Promise<number> {
    await this.uow.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 29))', [`scans ${kind} ${id}`]);
    const row = await this.uow.row<{ count: number }>(
      `SELECT count(*)::integer AS count
         FROM scan s LEFT JOIN mcp_version v ON v.id = s.version_id
        WHERE s.caller_id = $1 AND s.caller_kind = $2
          AND (s.status = 'WAITING' OR (s.status = 'ANALYZING' AND v.status IN ('INGESTED', 'ANALYZING')))`,
      [id, kind],
    );
    return row?.count ?? 0;
  }

  async insert({ kind, id: callerId }: AuthenticatedCaller, scan: NewScan): Promise<void> {
    await this.uow.rows(
      `INSERT INTO scan (id, token_hash, caller_kind, caller_id, url, target, status, mcp_id, version_id, snapshot_id, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now())`,
      [
        scan.id,
        scan.tokenHash,
        kind,
        callerId,
        scan.url,
        JSON.stringify(scan.target),
        scan.status,
        scan.mcpId,
        scan.versionId,
        scan.snapshotId,
      ],
    );
  }

  findByToken({ kind, id }: AuthenticatedCaller, tokenHash: Buffer): Promise<FoundScan | undefined> {
    return this.uow.row(
      `SELECT ${FOUND} FROM scan WHERE token_hash = $1 AND caller_kind = $2 AND caller_id = $3`,
      [tokenHash, kind, id],
    );
  }

  find({ kind, id: callerId }: AuthenticatedCaller, id: string): Promise<FoundScan | undefined> {
    return this.uow.row(`SELECT ${FOUND} FROM scan WHERE id = $1 AND caller_kind = $2 AND caller_id = $3`, [
      id,
      kind,
      callerId,
    ]);
  }

  /** Takes the oldest scan that waits for its version, for some minutes. */
  claim(minutes: number): Promise<ClaimedScan | undefined> {
    return this.uow.row(
      `UPDATE scan SET claimed_until = now() + make_interval(mins => $1::integer)
        WHERE id = (SELECT id FROM scan
                     WHERE status = 'WAITING' AND (claimed_until IS NULL OR claimed_until < now())
                     ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING id, target, attempts, mcp_id AS "mcpId", version_id AS "versionId"`,
      [minutes],
    );
  }

  /** Lets a claimed scan wait for another attempt; this one counts. */
  async postpone(id: string, seconds: number): Promise<void> {
    await this.uow.rows(
      `UPDATE scan SET claimed_until = now() + make_interval(secs => $2), attempts = attempts + 1 WHERE id = $1 AND status = 'WAITING'`,
      [id, seconds],
    );
  }

  /** Records the version of a scan whose result is not known to be true yet. */
  async found(id: string, versionId: string): Promise<void> {
    await this.uow.rows(`UPDATE scan SET version_id = $2 WHERE id = $1 AND status = 'WAITING'`, [
      id,
      versionId,
    ]);
  }

  async analyzing(id: string, versionId: string): Promise<void> {
    await this.uow.rows(
      `UPDATE scan SET status = 'ANALYZING', version_id = $2, claimed_until = NULL WHERE id = $1 AND status = 'WAITING'`,
      [id, versionId],
    );
  }

  async failed(id: string, error: string): Promise<void> {
    await this.uow.rows(
      `UPDATE scan SET status = 'FAILED', error = $2, claimed_until = NULL WHERE id = $1 AND status = 'WAITING'`,
      [id, error],
    );
  }

  /** Deletes up to `limit` scans created before `before`. Returns their number. */
  async deleteOld(before: Date, limit: number): Promise<number> {
    const deleted = await this.uow.rows(
      `DELETE FROM scan WHERE id IN (
         SELECT id FROM scan WHERE created_at < $1 ORDER BY created_at, id LIMIT $2) RETURNING id`,
      [before, limit],
    );
    return deleted.length;
  }
}
