import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { CONTENT_KEY } from '../certifications/content-key.js';
import { joinByKey, LATEST } from './latest-version.js';
import { FROM_PACKAGE, packageKeys, type PackageName } from '../packages/package-name.js';
import type { VersionStatus } from './version-status.js';

/** One version, with all data that readers of its package may see. */
export interface VersionDetailRow {
  readonly version: string;
  readonly status: VersionStatus;
  readonly gitSha: string;
  readonly repoUrl: string;
  readonly repoRef: string;
  readonly createdAt: Date;
  readonly publishedAt: Date | null;
  readonly revokedAt: Date | null;
  readonly revokedReason: string | null;
  readonly aliases: string[];
  /** The publisher's claim. */
  readonly claimedCertificationLevel: number | null;
  /** From the current verdict; null without one. */
  readonly level: number | null;
  readonly globalScore: number | null;
  readonly snapshotId: string | null;
  readonly evaluatedAt: Date | null;
  readonly manifestDigest: string;
  readonly bundleDigest: string;
  /** A bigint, which the driver returns as text. */
  readonly bundleSizeBytes: string;
}

/** A row of a version list. */
export interface VersionSummaryRow {
  readonly id: string;
  readonly version: string;
  readonly status: VersionStatus;
  readonly gitSha: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  readonly revokedReason: string | null;
  /** `createdAt` as text with microseconds: the position of the row in the list. */
  readonly position: string;
}

/** Position of a batch: after this row. */
export interface VersionPosition {
  readonly position: string;
  readonly id: string;
}

/** SQL of versions of a package in full, joined to it as `v`; the parameters begin with `packageKeys`. */
const detailsOf = (join: string): string => `
  SELECT v.version, v.status, v.git_sha AS "gitSha", v.repo_url AS "repoUrl", v.repo_ref AS "repoRef",
         v.created_at AS "createdAt", v.published_at AS "publishedAt",
         v.revoked_at AS "revokedAt", v.revoked_reason AS "revokedReason",
         v.manifest_digest AS "manifestDigest", v.bundle_digest AS "bundleDigest",
         v.bundle_size_bytes AS "bundleSizeBytes",
         v.certification_level AS "claimedCertificationLevel",
         c.level, c.global_score AS "globalScore", c.snapshot_id AS "snapshotId",
         c.evaluated_at AS "evaluatedAt",
         ARRAY(SELECT a.alias FROM registry_version_alias a WHERE a.version_id = v.id
                ORDER BY a.alias) AS aliases
    ${FROM_PACKAGE}
    ${join}
    LEFT JOIN registry_certification c ON c.package_id = v.package_id AND c.content_key = ${CONTENT_KEY}`;

const BY_PRECEDENCE = detailsOf('JOIN registry_version v ON v.package_id = p.id AND v.sort_key = $5');

// Without a published version, the one created last.
const NEWEST = detailsOf(
  joinByKey(`coalesce(${LATEST}, (SELECT c.sort_key FROM registry_version c
               WHERE c.package_id = p.id ORDER BY c.created_at DESC, c.id DESC LIMIT 1))`),
);

/** Reads versions for their own endpoints: the list, newest first, and single versions. */
@Injectable()
export class VersionsReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** The version with this precedence; build metadata does not distinguish versions. */
  find(name: PackageName, sortKey: string): Promise<VersionDetailRow | undefined> {
    return this.uow.row<VersionDetailRow>(BY_PRECEDENCE, [...packageKeys(name), sortKey]);
  }

  /** The latest version or, if none is published, the first of the list. */
  findNewest(name: PackageName): Promise<VersionDetailRow | undefined> {
    return this.uow.row<VersionDetailRow>(NEWEST, packageKeys(name));
  }

  /** Up to `limit` versions after a position. */
  batch(packageId: string, limit: number, after?: VersionPosition): Promise<VersionSummaryRow[]> {
    const from = after === undefined ? '' : 'AND (created_at, id) < ($3::timestamptz, $4::uuid)';
    return this.uow.rows<VersionSummaryRow>(
      `SELECT id, version, status, git_sha AS "gitSha", created_at AS "createdAt", created_at::text AS position,
              revoked_at AS "revokedAt", revoked_reason AS "revokedReason"
         FROM registry_version
        WHERE package_id = $1 ${from}
        ORDER BY created_at DESC, id DESC
        LIMIT $2`,
      [packageId, limit, ...(after === undefined ? [] : [after.position, after.id])],
    );
  }
}
