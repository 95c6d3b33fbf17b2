import { Injectable } from '@nestjs/common';
import type { Sha256Digest } from '../../common/values/sha256-digest.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { CONTENT_KEY } from '../certifications/content-key.js';
import { isPublishedSql } from '../versions/version-status.js';
import type { BundledVersion } from './mcpb-manifest.js';

/** A certified version that has no MCP bundle yet. */
export interface UnbundledVersion extends BundledVersion {
  readonly id: string;
  readonly orgId: string;
  readonly bundleDigest: Sha256Digest;
  readonly manifestDigest: Sha256Digest;
}

// The columns decide which partial index is read. What nobody has certified gets none.
const WITHOUT = `${isPublishedSql('v')} AND v.mcpb_digest IS NULL AND v.mcpb_fault IS NULL`;

/** SQL of the MCP bundles of versions. */
@Injectable()
export class McpBundlesRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** The next certified and published versions after an id, by id, whose bundle is stored; a bounded batch. */
  next(after: string, limit: number): Promise<UnbundledVersion[]> {
    return this.uow.rows<UnbundledVersion>(
      `SELECT v.id, v.org_id AS "orgId", o.slug AS org, p.name, v.version, v.repo_url AS "repoUrl",
              left(coalesce(p.description, ''), 2000) AS description, v.bundle_digest AS "bundleDigest",
              v.manifest_digest AS "manifestDigest"
         FROM registry_version v
         JOIN registry_package p ON p.id = v.package_id
         JOIN registry_organization o ON o.id = v.org_id AND NOT o.suspended
         JOIN registry_certification c ON c.package_id = v.package_id AND c.content_key = ${CONTENT_KEY} AND c.level > 0
         JOIN registry_artifact a ON a.org_id = v.org_id AND a.kind = 'bundle' AND a.digest = v.bundle_digest
        WHERE ${WITHOUT} AND NOT v.bundle_withheld AND v.id > $1
        ORDER BY v.id LIMIT $2`,
      [after, limit],
    );
  }

  /** Notes the MCP bundle of a version, unless it has one by now. */
  async found(id: string, digest: Sha256Digest, sizeBytes: number): Promise<void> {
    await this.uow.rows(
      `UPDATE registry_version v SET mcpb_digest = $2, mcpb_size_bytes = $3 WHERE v.id = $1 AND ${WITHOUT}`,
      [id, digest, sizeBytes],
    );
  }

  /** Notes why no MCP bundle can be made of a version. */
  async failed(id: string, reason: string): Promise<void> {
    await this.uow.rows(`UPDATE registry_version v SET mcpb_fault = $2 WHERE v.id = $1 AND ${WITHOUT}`, [
      id,
      reason,
    ]);
  }
}
