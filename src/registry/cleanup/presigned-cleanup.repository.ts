import { Injectable } from '@nestjs/common';
import type { ArtifactAddress, StoredObject } from '../../storage/artifacts/artifact-store.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';

const BATCH = 100;

/** Presigned uploads of one digest that were handed out long ago. */
export interface OldUpload {
  readonly orgId: string;
  readonly slug: string;
  /** Key of the slug. */
  readonly org: string;
  readonly kind: ArtifactAddress['kind'];
  readonly digest: ArtifactAddress['digest'];
  /** A version names the digest. */
  readonly named: boolean;
}

// Of `u`; hours are the parameter before it.
const olderThan = (hours: string): string =>
  `u.created_at < now() - make_interval(secs => ${hours}::float8 * 3600)`;

/** SQL of the presigned uploads that nobody has needed. */
@Injectable()
export class PresignedCleanupRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** The old ones that follow `after`, a bounded number. */
  oldOnes(after: OldUpload | undefined, hours: number): Promise<OldUpload[]> {
    return this.uow.rows<OldUpload>(
      `SELECT u.org_id AS "orgId", o.slug, o.slug_key AS org, u.kind, u.digest,
              CASE u.kind
                WHEN 'manifest' THEN EXISTS (
                  SELECT FROM registry_version v WHERE v.org_id = u.org_id AND v.manifest_digest = u.digest)
                WHEN 'bundle' THEN EXISTS (
                  SELECT FROM registry_version v WHERE v.org_id = u.org_id AND v.bundle_digest = u.digest)
                ELSE EXISTS (
                  SELECT FROM registry_version_evidence e WHERE e.org_id = u.org_id AND e.digest = u.digest)
              END AS named
         FROM (SELECT DISTINCT org_id, digest, kind
                 FROM registry_presigned_upload u
                WHERE ($1::uuid IS NULL OR (org_id, digest, kind) > ($1, $2, $3)) AND ${olderThan('$4')}
                ORDER BY org_id, digest, kind
                LIMIT ${BATCH}) u
         JOIN registry_organization o ON o.id = u.org_id
        ORDER BY u.org_id, u.digest, u.kind`,
      [after?.orgId ?? null, after?.digest ?? '', after?.kind ?? '', hours],
    );
  }

  /** Locks the rows of a digest, so that nobody is handed out the same upload; false when one is young, or is being changed. */
  async tryLock({ orgId, kind, digest }: OldUpload, hours: number): Promise<boolean> {
    const key = [orgId, kind, digest];
    const where = `u.org_id = $1 AND u.kind = $2 AND u.digest = $3`;
    const locked = await this.uow.rows(
      `SELECT u.org_id FROM registry_presigned_upload u WHERE ${where} FOR UPDATE SKIP LOCKED`,
      key,
    );
    const all = await this.uow.rows<{ old: boolean }>(
      `SELECT ${olderThan('$4')} AS old FROM registry_presigned_upload u WHERE ${where}`,
      [...key, hours],
    );
    return locked.length > 0 && locked.length === all.length && all.every(({ old }) => old);
  }

  /** Makes up the row of what was put and has none, from now on. */
  async adopt({ org, kind, digest }: StoredObject['address']): Promise<void> {
    await this.uow.rows(
      `INSERT INTO registry_presigned_upload AS u
         (org_id, digest, kind, evidence_kind, requested_by, created_at)
       SELECT o.id, $2, $3, $4, 'cleanup', now()
         FROM registry_organization o
        WHERE o.slug_key = $1
          AND NOT EXISTS (SELECT FROM registry_presigned_upload p
                           WHERE p.org_id = o.id AND p.digest = $2 AND p.kind = $3)
       ON CONFLICT ON CONSTRAINT registry_presigned_upload_pkey DO NOTHING`,
      [org, digest, kind, kind === 'evidence' ? 'evidence' : ''],
    );
  }
}
