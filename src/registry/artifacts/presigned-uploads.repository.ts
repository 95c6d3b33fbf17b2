import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { ArtifactIdentity } from './artifacts.repository.js';

/** An issued upload: for which artifact, to whom and when. */
export interface PendingUpload extends ArtifactIdentity {
  readonly requestedBy: string;
  /** Seconds with microsecond precision: distinguishes repeated issues of the same upload. */
  readonly handedOut: string;
}

/** An artifact; evidence without a kind means all of its kinds. */
export type ArtifactOrKinds = Omit<ArtifactIdentity, 'evidenceKind'> & { readonly evidenceKind?: string };

/** SQL of the presigned uploads that have not been verified yet. */
@Injectable()
export class PresignedUploadsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async add(orgId: string, artifact: ArtifactIdentity, requestedBy: string): Promise<void> {
    await this.uow.rows(
      `INSERT INTO registry_presigned_upload (org_id, digest, kind, evidence_kind, requested_by, created_at)
       VALUES ($1, $2, $3, $4, $5, now())
       ON CONFLICT ON CONSTRAINT registry_presigned_upload_pkey
          DO UPDATE SET requested_by = excluded.requested_by, created_at = excluded.created_at`,
      [orgId, artifact.digest, artifact.kind, artifact.evidenceKind, requestedBy],
    );
  }

  /** The uploads of one digest, at most `limit`; evidence can have several kinds. */
  find(
    orgId: string,
    { digest, kind, evidenceKind }: ArtifactOrKinds,
    limit: number,
  ): Promise<PendingUpload[]> {
    return this.uow.rows<PendingUpload>(
      `SELECT digest, kind, evidence_kind AS "evidenceKind", requested_by AS "requestedBy",
              extract(epoch FROM created_at)::text AS "handedOut"
         FROM registry_presigned_upload
        WHERE org_id = $1 AND digest = $2 AND kind = $3 AND ($4::text IS NULL OR evidence_kind = $4)
        ORDER BY created_at
        LIMIT $5`,
      [orgId, digest, kind, evidenceKind ?? null, limit],
    );
  }

  /** Deletes an upload, unless it has been issued again since it was read. */
  async delete(orgId: string, { digest, kind, evidenceKind, handedOut }: PendingUpload): Promise<void> {
    await this.uow.rows(
      `DELETE FROM registry_presigned_upload
        WHERE org_id = $1 AND digest = $2 AND kind = $3 AND evidence_kind = $4
          AND extract(epoch FROM created_at) = $5::numeric`,
      [orgId, digest, kind, evidenceKind, handedOut],
    );
  }
}
