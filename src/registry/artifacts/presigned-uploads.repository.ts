import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { ArtifactIdentity } from './artifacts.repository.js';

/** An upload that was handed out: for what, to whom and when. */
export interface PendingUpload extends ArtifactIdentity {
  readonly requestedBy: string;
  /** Seconds, to the microsecond: which of the times that it was handed out. */
  readonly handedOut: string;
}

/** An artifact; or, for evidence without its kind, all kinds of it. */
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

  /** Those of one digest, at most `limit`; evidence can be of several kinds. */
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

  /** Forgets an upload, unless it has been handed out again since it was found. */
  async remove(orgId: string, { digest, kind, evidenceKind, handedOut }: PendingUpload): Promise<void> {
    await this.uow.rows(
      `DELETE FROM registry_presigned_upload
        WHERE org_id = $1 AND digest = $2 AND kind = $3 AND evidence_kind = $4
          AND extract(epoch FROM created_at) = $5::numeric`,
      [orgId, digest, kind, evidenceKind, handedOut],
    );
  }
}
