import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Sha256Digest } from '../../common/values/sha256-digest.js';
import { nameKey } from '../../common/values/names.js';
import type { ArtifactKind } from '../../storage/artifacts/artifact-store.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';

/** A stored artifact's identity within its organization. */
export interface ArtifactIdentity {
  readonly digest: Sha256Digest;
  readonly kind: ArtifactKind;
  /** Empty unless `kind` is `evidence`. */
  readonly evidenceKind: string;
}

/** A stored artifact, and what the versions that name it say about who may have it. */
export interface DownloadRow {
  readonly sizeBytes: string;
  /** A published version of a public package names it. */
  readonly open: boolean;
  /** Versions name it, and all of them are revoked. */
  readonly onlyRevoked: boolean;
}

const NAMED_BY: Readonly<Record<ArtifactKind, string>> = {
  manifest: `v.manifest_digest = a.digest`,
  bundle: `v.bundle_digest = a.digest`,
  evidence: `EXISTS (SELECT FROM registry_version_evidence e WHERE e.version_id = v.id AND e.digest = a.digest)`,
};

/** SQL of the artifacts whose bytes are stored. */
@Injectable()
export class ArtifactsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Records an artifact whose bytes are durable. Recording it again changes nothing. */
  async record(
    orgId: string,
    artifact: ArtifactIdentity,
    sizeBytes: number,
    uploadedBy: string,
  ): Promise<void> {
    await this.uow.rows(
      `INSERT INTO registry_artifact (id, org_id, digest, kind, evidence_kind, size_bytes, uploaded_by, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, now())
       ON CONFLICT ON CONSTRAINT registry_artifact_digest_key DO NOTHING`,
      [randomUUID(), orgId, artifact.digest, artifact.kind, artifact.evidenceKind, sizeBytes, uploadedBy],
    );
  }

  /** Size in bytes of a stored artifact; undefined when its bytes are not there. */
  async sizeOf(orgId: string, { digest, kind, evidenceKind }: ArtifactIdentity): Promise<number | undefined> {
    const row = await this.uow.row<{ sizeBytes: string }>(
      `SELECT size_bytes AS "sizeBytes" FROM registry_artifact
        WHERE org_id = $1 AND digest = $2 AND kind = $3 AND evidence_kind = $4`,
      [orgId, digest, kind, evidenceKind],
    );
    return row === undefined ? undefined : Number(row.sizeBytes);
  }

  /** What a download needs, in one statement; undefined when the organization has no such artifact. */
  findForDownload(org: string, artifact: ArtifactIdentity): Promise<DownloadRow | undefined> {
    return this.uow.row<DownloadRow>(
      `SELECT a.size_bytes AS "sizeBytes",
              coalesce(bool_or(v.status = 'published' AND p.visibility = 'public'), false) AS open,
              coalesce(bool_and(v.status = 'revoked'), false) AS "onlyRevoked"
         FROM registry_organization o
         JOIN registry_artifact a ON a.org_id = o.id AND a.digest = $3 AND a.kind = $4 AND a.evidence_kind = $5
         LEFT JOIN registry_version v ON v.org_id = o.id AND ${NAMED_BY[artifact.kind]}
         LEFT JOIN registry_package p ON p.id = v.package_id
        WHERE o.slug_key = $1 AND o.slug = $2
        GROUP BY a.id`,
      [nameKey(org), org, artifact.digest, artifact.kind, artifact.evidenceKind],
    );
  }
}
