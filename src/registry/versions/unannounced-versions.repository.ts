import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { ChangedVersion, VersionState } from './versions.repository.js';

/** A published version that the hub has had no message about. */
export interface UnannouncedVersion {
  readonly id: string;
  readonly packageId: string;
}

/** What the message about a version says. */
export interface AnnouncedVersion
  extends
    Pick<VersionState, 'version' | 'bundleDigest' | 'manifestDigest' | 'bundleSizeBytes'>,
    ChangedVersion {
  readonly org: string;
  readonly name: string;
}

/** SQL of the versions that were published before there were messages to the hub. */
@Injectable()
export class UnannouncedVersionsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Some of them; those of a package from the oldest to the newest one. */
  next(limit: number): Promise<UnannouncedVersion[]> {
    return this.uow.rows(
      `SELECT id, package_id AS "packageId" FROM registry_version
        WHERE status = 'published' AND NOT announced
        ORDER BY package_id, sort_key LIMIT $1`,
      [limit],
    );
  }

  /** Notes in the running transaction that the message about a version is written; undefined if it was, or is no longer published. */
  announce(id: string): Promise<AnnouncedVersion | undefined> {
    return this.uow.row(
      `UPDATE registry_version v SET announced = true
         FROM registry_package p JOIN registry_organization o ON o.id = p.org_id
        WHERE v.id = $1 AND v.status = 'published' AND NOT v.announced AND p.id = v.package_id
       RETURNING o.slug AS org, p.name, v.version, v.bundle_digest AS "bundleDigest",
                 v.manifest_digest AS "manifestDigest", v.bundle_size_bytes AS "bundleSizeBytes", v.git_sha AS "gitSha",
                 v.repo_url AS "repoUrl", p.description,
                 -- What the version said then may have changed since.
                 NULL AS visibility, p.visibility AS "packageVisibility"`,
      [id],
    );
  }
}
