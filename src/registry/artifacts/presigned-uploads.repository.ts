import { Injectable } from '@nestjs/common';
import type { Sha256Digest } from '../../common/values/sha256-digest.js';
import type { ArtifactKind } from '../../storage/artifacts/artifact-store.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { ArtifactIdentity } from './artifacts.repository.js';

/** An upload that was handed out: for which evidence, if it is one, and to whom. */
export interface PendingUpload {
  readonly evidenceKind: string;
  readonly requestedBy: string;
}

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

  /** Those of one digest; evidence can be of several kinds. */
  find(orgId: string, kind: ArtifactKind, digest: Sha256Digest): Promise<PendingUpload[]> {
    return this.uow.rows<PendingUpload>(
      `SELECT evidence_kind AS "evidenceKind", requested_by AS "requestedBy"
         FROM registry_presigned_upload
        WHERE org_id = $1 AND kind = $2 AND digest = $3`,
      [orgId, kind, digest],
    );
  }

  async remove(orgId: string, kind: ArtifactKind, digest: Sha256Digest): Promise<void> {
    await this.uow.rows(
      `DELETE FROM registry_presigned_upload WHERE org_id = $1 AND kind = $2 AND digest = $3`,
      [orgId, kind, digest],
    );
  }
}
