import { Injectable } from '@nestjs/common';
import { nameKey } from '../../../common/values/names.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { McpVisibility } from '../../catalog/mcps/mcp-values.js';
import type { VersionSource } from '../../catalog/mcps/version-source.js';

/** The version of a publication and its MCP. */
export interface PublicationSubject {
  readonly versionId: string;
  readonly mcpId: string;
  readonly orgId: string | null;
  /** Slug of its organization; null for the platform's catalog. */
  readonly orgSlug: string | null;
  /** `owner/slug`. */
  readonly mcpName: string;
  readonly description: string;
  readonly repoUrl: string;
  readonly visibility: McpVisibility;
  /** Its organization is suspended or deleted. */
  readonly withdrawn: boolean;
  readonly visibleVersion: string;
  readonly commitHash: string;
  readonly semver: string | null;
  /** Null if it is not released. */
  readonly releaseKey: string | null;
  /** When it was released, or came to the default branch. */
  readonly landedAt: Date;
  /** The release key of the MCP's newest version if that has its number from a manifest. */
  readonly manifestKey: string | null;
  /** Neither of the default branch nor released. */
  readonly preview: boolean;
  /** Size of the source in bytes. */
  readonly sourceSize: string | null;
  readonly source: VersionSource | null;
  /** Revoked in the registry. */
  readonly revoked: boolean;
}

/** Queries of what is published. */
@Injectable()
export class PublicationSubjectReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** Undefined if the version was deleted. */
  find(versionId: string): Promise<PublicationSubject | undefined> {
    return this.uow.row<PublicationSubject>(
      `SELECT v.id AS "versionId", m.id AS "mcpId", m.org_id AS "orgId", o.slug AS "orgSlug", m.name AS "mcpName",
              m.description, m.repo_url AS "repoUrl", m.visibility, m.withdrawn,
              v.visible_version AS "visibleVersion", v.commit_hash AS "commitHash", v.semver,
              v.release_key AS "releaseKey", coalesce(v.landed_at, v.created_at) AS "landedAt", v.preview,
              (SELECT n.release_key FROM mcp_version n
                WHERE n.id = m.newest_version_id AND n.semver IS NULL AND n.source ->> 'kind' = 'repository') AS "manifestKey",
              v.source_size AS "sourceSize", v.source, v.revoked_at IS NOT NULL AS revoked
         FROM mcp_version v
         JOIN mcp m ON m.id = v.mcp_id
         LEFT JOIN organization o ON o.id = m.org_id
        WHERE v.id = $1`,
      [versionId],
    );
  }

  /** Whether an organization has this slug, also a deleted one. */
  async isOrganization(slug: string): Promise<boolean> {
    return (
      (await this.uow.row('SELECT id FROM organization WHERE slug_key = $1', [nameKey(slug)])) !== undefined
    );
  }
}
