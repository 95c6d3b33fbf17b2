import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { FROM_PACKAGE, packageKeys, type PackageName } from '../packages/package-name.js';
import { CONTENT_KEY } from './content-key.js';

/** The content to which a verdict is bound. */
export interface CertificationSubject {
  readonly versionId: string;
  readonly packageId: string;
  readonly version: string;
  readonly contentKey: string;
  readonly bundleDigest: string;
  readonly manifestDigest: string;
}

/** A stored verdict. */
export interface CertificationRow {
  readonly level: number;
  readonly globalScore: number | null;
  readonly snapshotId: string | null;
  readonly evaluatedAt: Date | null;
}

/** A dated verdict to record. */
export interface NewCertification {
  readonly level: number;
  readonly globalScore: number;
  readonly snapshotId: string;
  readonly evaluatedAt: Date;
  readonly certifiedBy: string;
}

/** A certifier's level in a publish request. */
export interface CertificationAtPublish {
  readonly packageId: string;
  readonly contentKey: string;
  readonly bundleDigest: string;
  readonly level: number;
  readonly certifiedBy: string;
}

const COLUMNS = `c.level, c.global_score AS "globalScore", c.snapshot_id AS "snapshotId", c.evaluated_at AS "evaluatedAt"`;

/** SQL of certifiers' verdicts. */
@Injectable()
export class CertificationsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** The content to which a verdict on a version would be bound; undefined for an unknown version. */
  findSubject(name: PackageName, sortKey: string): Promise<CertificationSubject | undefined> {
    return this.uow.row<CertificationSubject>(
      `SELECT v.id AS "versionId", p.id AS "packageId", v.version, ${CONTENT_KEY} AS "contentKey", v.bundle_digest AS "bundleDigest",
              v.manifest_digest AS "manifestDigest"
         ${FROM_PACKAGE}
         JOIN registry_version v ON v.package_id = p.id AND v.sort_key = $5`,
      [...packageKeys(name), sortKey],
    );
  }

  /** Records a verdict unless there is a newer one; returns the current one. */
  async record(
    { packageId, contentKey, bundleDigest }: CertificationSubject,
    verdict: NewCertification,
  ): Promise<CertificationRow> {
    const written = await this.uow.row<CertificationRow>(
      `INSERT INTO registry_certification AS c
         (package_id, content_key, bundle_digest, level, global_score, snapshot_id, evaluated_at, certified_by, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now())
       ON CONFLICT ON CONSTRAINT registry_certification_pkey DO UPDATE
          SET level = excluded.level, global_score = excluded.global_score, snapshot_id = excluded.snapshot_id,
              evaluated_at = excluded.evaluated_at, certified_by = excluded.certified_by,
              created_at = excluded.created_at
        WHERE c.evaluated_at IS NULL OR c.evaluated_at <= excluded.evaluated_at
       RETURNING ${COLUMNS}`,
      [
        packageId,
        contentKey,
        bundleDigest,
        verdict.level,
        verdict.globalScore,
        verdict.snapshotId,
        verdict.evaluatedAt,
        verdict.certifiedBy,
      ],
    );
    const counting = written ?? (await this.find(packageId, contentKey));
    if (counting === undefined) throw new Error('a verdict that was just written or kept is not there');
    return counting;
  }

  /** Records the level with which a certifier publishes; keeps a dated verdict. */
  async recordAtPublish(said: CertificationAtPublish): Promise<void> {
    await this.uow.rows(
      `INSERT INTO registry_certification AS c
         (package_id, content_key, bundle_digest, level, certified_by, created_at)
       VALUES ($1, $2, $3, $4, $5, now())
       ON CONFLICT ON CONSTRAINT registry_certification_pkey DO UPDATE
          SET level = excluded.level, certified_by = excluded.certified_by, created_at = excluded.created_at
        WHERE c.evaluated_at IS NULL`,
      [said.packageId, said.contentKey, said.bundleDigest, said.level, said.certifiedBy],
    );
  }

  private find(packageId: string, contentKey: string): Promise<CertificationRow | undefined> {
    return this.uow.row<CertificationRow>(
      `SELECT ${COLUMNS} FROM registry_certification c WHERE c.package_id = $1 AND c.content_key = $2`,
      [packageId, contentKey],
    );
  }
}
