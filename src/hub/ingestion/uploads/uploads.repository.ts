import { Injectable } from '@nestjs/common';
import type { Sha256Digest } from '../../../common/values/sha256-digest.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';

/** A new upload. */
export interface NewUpload {
  readonly id: string;
  readonly orgId: string;
  readonly mcpName: string;
  readonly semver: string;
  readonly bundleDigest: Sha256Digest;
  readonly expiresAt: Date;
}

/** An upload that somebody finalizes. */
export interface UploadRow extends NewUpload {
  readonly objectKey: string | null;
  readonly sizeBytes: string | null;
  readonly versionId: string | null;
}

/** Whether the bytes of an upload have arrived. */
export interface UploadProgress {
  readonly isReceived: boolean;
}

/** An upload whose bytes have been received. */
export interface ReceivedUpload {
  readonly orgId: string;
  readonly mcpName: string;
  readonly semver: string;
  readonly bundleDigest: string;
}

/** The stored bytes of an upload. */
export interface ReceivedBytes {
  readonly key: string;
  readonly size: number;
}

const COLUMNS = `
  id, org_id AS "orgId", mcp_name AS "mcpName", semver, bundle_digest AS "bundleDigest", expires_at AS "expiresAt",
  object_key AS "objectKey", size_bytes AS "sizeBytes", version_id AS "versionId"`;

/** SQL of the uploads. */
@Injectable()
export class UploadsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Number of uploads of an organization that have not become versions. */
  async countPending(orgId: string): Promise<number> {
    const row = await this.uow.row<{ pending: number }>(
      'SELECT count(*)::integer AS pending FROM upload WHERE org_id = $1 AND version_id IS NULL',
      [orgId],
    );
    return row?.pending ?? 0;
  }

  async insert({ id, orgId, mcpName, semver, bundleDigest, expiresAt }: NewUpload): Promise<void> {
    await this.uow.rows(
      `INSERT INTO upload (id, org_id, mcp_name, semver, bundle_digest, expires_at, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, now())`,
      [id, orgId, mcpName, semver, bundleDigest, expiresAt],
    );
  }

  find(id: string): Promise<UploadRow | undefined> {
    return this.uow.row<UploadRow>(`SELECT ${COLUMNS} FROM upload WHERE id = $1`, [id]);
  }

  /** The same, locked until the transaction ends. */
  lock(id: string): Promise<UploadRow | undefined> {
    return this.uow.row<UploadRow>(`SELECT ${COLUMNS} FROM upload WHERE id = $1 FOR UPDATE`, [id]);
  }

  /**
   * Starts to receive the bytes of an upload; false if they have arrived or another request is sending them.
   * @param seconds after which this request has ended for certain
   */
  async startReceiving(id: string, digest: Sha256Digest, attempt: string, seconds: number): Promise<boolean> {
    const started = await this.uow.rows(
      `UPDATE upload SET attempt = $3, attempt_ends_at = now() + make_interval(secs => $4)
        WHERE id = $1 AND bundle_digest = $2 AND received_at IS NULL AND expires_at > now()
          AND (attempt IS NULL OR attempt_ends_at < now())
       RETURNING id`,
      [id, digest, attempt, seconds],
    );
    return started.length === 1;
  }

  /** Lets another request send the bytes, after this one failed. */
  async abandon(id: string, attempt: string): Promise<void> {
    await this.uow.rows(
      'UPDATE upload SET attempt = NULL, attempt_ends_at = NULL WHERE id = $1 AND attempt = $2',
      [id, attempt],
    );
  }

  /** Records that the bytes are stored; false if the upload is no longer that of this request. */
  async receive(
    id: string,
    attempt: string,
    { key, size }: ReceivedBytes,
  ): Promise<ReceivedUpload | undefined> {
    return this.uow.row<ReceivedUpload>(
      `UPDATE upload SET received_at = now(), object_key = $3, size_bytes = $4, attempt = NULL, attempt_ends_at = NULL
        WHERE id = $1 AND attempt = $2 AND received_at IS NULL
       RETURNING org_id AS "orgId", mcp_name AS "mcpName", semver, bundle_digest AS "bundleDigest"`,
      [id, attempt, key, size],
    );
  }

  /** Undefined for an upload that does not exist. */
  progressOf(id: string): Promise<UploadProgress | undefined> {
    return this.uow.row<UploadProgress>(
      'SELECT received_at IS NOT NULL AS "isReceived" FROM upload WHERE id = $1',
      [id],
    );
  }

  async finalize(id: string, versionId: string): Promise<void> {
    await this.uow.rows('UPDATE upload SET version_id = $2 WHERE id = $1', [id, versionId]);
  }

  /**
   * Deletes up to `limit` uploads whose URLs expired before `pending` and that are no versions, or before `finalized`.
   * Returns the keys of stored bytes that no version names, and how many uploads were deleted.
   */
  async deleteOld(
    before: { readonly pending: Date; readonly finalized: Date },
    limit: number,
  ): Promise<{ readonly count: number; readonly keys: readonly string[] }> {
    const deleted = await this.uow.rows<{ key: string | null }>(
      `DELETE FROM upload
        WHERE id IN (
          SELECT id FROM upload
           WHERE expires_at < $1 AND (version_id IS NULL OR expires_at < $2)
           ORDER BY expires_at, id LIMIT $3 FOR UPDATE SKIP LOCKED)
       RETURNING CASE WHEN version_id IS NULL THEN object_key END AS key`,
      [before.pending, before.finalized, limit],
    );
    return {
      count: deleted.length,
      keys: deleted.flatMap(({ key }) => (key === null ? [] : [key])),
    };
  }
}
