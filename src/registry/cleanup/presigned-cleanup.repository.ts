import { Injectable } from '@nestjs/common';
import type { UploadAddress } from '../../storage/artifacts/artifact-store.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { referencedByVersion } from './referenced-by-version.js';

const BATCH = 100;

/** A presigned upload that was issued long ago. */
export interface OldUpload extends UploadAddress {
  readonly orgId: string;
  readonly slug: string;
  /** Whether a version references the digest. */
  readonly referenced: boolean;
}

// Condition on the upload `u`; `hours` is a parameter such as `$5`.
const olderThan = (hours: string): string =>
  `u.created_at < now() - make_interval(secs => ${hours}::float8 * 3600)`;

/** SQL of expired presigned uploads. */
@Injectable()
export class PresignedCleanupRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** The next old uploads after `after`: a bounded batch. */
  findOld(after: OldUpload | undefined, hours: number): Promise<OldUpload[]> {
    return this.uow.rows<OldUpload>(
      `SELECT u.org_id AS "orgId", o.slug, o.slug_key AS "orgKey", u.kind, u.digest, u.evidence_kind AS "evidenceKind",
              ${referencedByVersion('u')} AS referenced
         FROM (SELECT org_id, digest, kind, evidence_kind
                 FROM registry_presigned_upload u
                WHERE ($1::uuid IS NULL OR (org_id, digest, kind, evidence_kind) > ($1, $2, $3, $4))
                  AND ${olderThan('$5')}
                ORDER BY org_id, digest, kind, evidence_kind
                LIMIT ${BATCH}) u
         JOIN registry_organization o ON o.id = u.org_id
        ORDER BY u.org_id, u.digest, u.kind, u.evidence_kind`,
      [after?.orgId ?? null, after?.digest ?? '', after?.kind ?? '', after?.evidenceKind ?? '', hours],
    );
  }

  /**
   * Deletes a row, whose lock prevents the same upload from being issued again until the transaction ends; false if it
   * was renewed or deleted meanwhile.
   */
  async tryDelete({ orgId, kind, digest, evidenceKind }: OldUpload, hours: number): Promise<boolean> {
    const removed = await this.uow.rows(
      `DELETE FROM registry_presigned_upload u
        WHERE u.org_id = $1 AND u.kind = $2 AND u.digest = $3 AND u.evidence_kind = $4 AND ${olderThan('$5')}
       RETURNING u.org_id`,
      [orgId, kind, digest, evidenceKind, hours],
    );
    return removed.length > 0;
  }

  /** Inserts the missing row of a staged upload, with the current time. */
  async adopt({ orgKey, kind, digest, evidenceKind }: UploadAddress): Promise<void> {
    await this.uow.rows(
      `INSERT INTO registry_presigned_upload AS u
         (org_id, digest, kind, evidence_kind, requested_by, created_at)
       SELECT o.id, $2, $3, $4, 'cleanup', now()
         FROM registry_organization o
        WHERE o.slug_key = $1
       ON CONFLICT ON CONSTRAINT registry_presigned_upload_pkey DO NOTHING`,
      [orgKey, digest, kind, evidenceKind],
    );
  }
}
