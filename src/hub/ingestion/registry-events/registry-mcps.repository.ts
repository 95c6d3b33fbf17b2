import { Injectable } from '@nestjs/common';
import { nameKey } from '../../../common/values/names.js';
import type { Sha256Digest } from '../../../common/values/sha256-digest.js';
import { hexOf } from '../../../common/values/sha256-digest.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { VersionNames } from '../../catalog/mcps/published-version.js';
import type { AccountStatus } from '../../../auth/accounts/accounts.js';
import type { McpVisibility } from '../../catalog/mcps/mcp-values.js';

/** The catalog entry of a package. */
export interface PackageEntry {
  readonly id: string;
  readonly orgId: string | null;
  readonly visibility: McpVisibility;
  /** Whether it has versions, and all of them come from the registry. */
  readonly isOfRegistry: boolean;
}

/** A version of the registry. */
export interface RegistryVersionName {
  readonly version: string;
  readonly digest: Sha256Digest;
}

/** What is known of the bytes and the commit of a version of the registry. */
export interface RegistryVersionMatch {
  /** The hub has these bytes from elsewhere: it has published them itself. */
  readonly isOfHub: boolean;
  /** The hub has this version of the registry. */
  readonly isKnown: boolean;
  /** Another version has this commit. */
  readonly commitIsTaken: boolean;
}

/** A version that stays published when another one of its numbers is revoked. */
export interface KeptVersion extends Pick<VersionNames, 'source' | 'semver' | 'commitHash' | 'landedAt'> {
  readonly id: string;
  /** Its number in the registry. */
  readonly published: string;
}

// Only versions that the hub knows the bytes of: their archive, or what was pushed.
const HAS_BYTES = `(v.tarball_sha256 = $2 OR (v.source ->> 'kind' = 'upload' AND v.commit_hash = $3))`;
const OF_REGISTRY = `v.source ->> 'kind' = 'registry'`;
// `$4` is the number of the registry.
const IS_UNDER_ANOTHER_NUMBER = `EXISTS (
  SELECT FROM publication p
   WHERE p.version_id = v.id AND p.published_at IS NOT NULL AND p.plan ->> 'kind' = 'new' AND p.plan ->> 'version' <> $4)`;
// Under a number of its own publication, the hub has recorded itself what the version is: it may be one with its commit,
// because others have its release's.
const HAS_NUMBER_OF_ITS_OWN = `EXISTS (
  SELECT FROM publication p
   WHERE p.version_id = v.id AND p.plan ->> 'kind' = 'new'
     AND (p.plan ->> 'version' = $5 OR p.plan -> 'earlier' @> jsonb_build_array(jsonb_build_object('version', $5::text))))`;
const KIND = `coalesce(v.source ->> 'kind', '')`;
// The first and the last entry of an index. The planner would rather scan the table for a version with another kind, as if
// it were found soon.
const IS_OF_REGISTRY = `
  coalesce((SELECT min(${KIND}) = 'registry' AND max(${KIND}) = 'registry' FROM mcp_version v WHERE v.mcp_id = m.id), false)`;

/** SQL of the catalog entries of packages in the registry. */
@Injectable()
export class RegistryMcpsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Locks the organization with a slug, whatever its status; undefined if there is none. */
  lockOrganization(
    slug: string,
  ): Promise<{ readonly id: string; readonly status: AccountStatus } | undefined> {
    return this.uow.row('SELECT id, status FROM organization WHERE slug_key = $1 FOR NO KEY UPDATE', [
      nameKey(slug),
    ]);
  }

  /**
   * Locks and returns the entry of a package: that of the organization, else the platform's. Undefined if there is none.
   */
  lockEntry(orgId: string | null, name: string): Promise<PackageEntry | undefined> {
    return this.uow.row<PackageEntry>(
      `SELECT m.id, m.org_id AS "orgId", m.visibility,
              ${IS_OF_REGISTRY} AS "isOfRegistry"
         FROM mcp m
        WHERE m.name_key = $2 AND (m.org_id = $1 OR m.org_id IS NULL)
        ORDER BY m.org_id IS NULL
        LIMIT 1
          FOR NO KEY UPDATE OF m`,
      [orgId, nameKey(name)],
    );
  }

  /** Gives the entries of an organization's packages that belong to no organization to it, and returns their number. */
  async adopt(orgId: string, slug: string): Promise<number> {
    const rows = await this.uow.rows(
      `UPDATE mcp m SET org_id = $1, updated_at = now()
        WHERE m.org_id IS NULL AND starts_with(m.name_key, $2) AND ${IS_OF_REGISTRY}
       RETURNING m.id`,
      [orgId, `${nameKey(slug)}/`],
    );
    return rows.length;
  }

  /** What the versions of an entry say about a version of the registry. */
  async findKnown(
    mcpId: string,
    { version, digest }: RegistryVersionName,
    commit: string,
  ): Promise<RegistryVersionMatch> {
    // One lookup for each of its indexes: a package may have ten thousand versions.
    const row = await this.uow.row<RegistryVersionMatch>(
      `SELECT EXISTS (SELECT FROM mcp_version v
                       WHERE v.mcp_id = $1 AND v.tarball_sha256 = $2 AND ${OF_REGISTRY} IS NOT TRUE)
              OR EXISTS (SELECT FROM mcp_version v
                          WHERE v.mcp_id = $1 AND v.commit_hash = $3 AND v.source ->> 'kind' = 'upload')
                AS "isOfHub",
              EXISTS (SELECT FROM mcp_version v
                       WHERE v.mcp_id = $1 AND ${OF_REGISTRY} AND v.source ->> 'bundle_digest' = $2
                         AND v.source ->> 'version' = $4) AS "isKnown",
              EXISTS (SELECT FROM mcp_version v WHERE v.mcp_id = $1 AND v.commit_hash = $5) AS "commitIsTaken"`,
      [mcpId, digest, hexOf(digest), version, commit],
    );
    return row ?? { isOfHub: false, isKnown: false, commitIsTaken: false };
  }

  /**
   * Gives the hub versions that have the bytes of this registry version its release key, unless they have a higher one or
   * the hub has published them under that number itself.
   */
  raise(
    mcpId: string,
    { version, digest }: RegistryVersionName,
    releaseKey: string,
  ): Promise<{ readonly id: string; readonly wasPreview: boolean }[]> {
    return this.uow.rows(
      `UPDATE mcp_version v
          SET release_key = $4, preview = false, landed_at = now(), updated_at = now()
         FROM (SELECT v.id, v.preview FROM mcp_version v
                WHERE v.mcp_id = $1 AND ${OF_REGISTRY} IS NOT TRUE AND ${HAS_BYTES}
                  AND coalesce(v.release_key, '') < $4 COLLATE "C" AND NOT ${HAS_NUMBER_OF_ITS_OWN} FOR NO KEY UPDATE) known
        WHERE v.id = known.id
       RETURNING v.id, known.preview AS "wasPreview"`,
      [mcpId, digest, hexOf(digest), releaseKey, version],
    );
  }

  /**
   * Marks as revoked the hub versions that have the bytes of this registry version, and returns their ids. Published
   * ones are no longer published. One that the hub has published under another number since stays published under that.
   */
  async revoke(
    mcpId: string,
    { version, digest }: RegistryVersionName,
    reason: string | null,
  ): Promise<string[]> {
    const rows = await this.uow.rows<{ id: string }>(
      `UPDATE mcp_version v
          SET revoked_at = now(), revoked_reason = $5, updated_at = now(),
              status = CASE WHEN status = 'PUBLISHED' THEN 'CERTIFIED' ELSE status END
        WHERE v.mcp_id = $1 AND v.revoked_at IS NULL
          AND CASE WHEN ${OF_REGISTRY}
                   THEN v.source ->> 'bundle_digest' = $2 AND v.source ->> 'version' = $4
                   ELSE ${HAS_BYTES} AND NOT ${IS_UNDER_ANOTHER_NUMBER} END
       RETURNING v.id`,
      [mcpId, digest, hexOf(digest), version, reason],
    );
    return rows.map(({ id }) => id);
  }

  /** Versions that stay published under another number than this one, whose place they have. */
  keptAt(
    mcpId: string,
    { version, digest }: RegistryVersionName,
    releaseKey: string,
  ): Promise<KeptVersion[]> {
    return this.uow.rows(
      `SELECT v.id, p.plan ->> 'version' AS published, v.source, v.semver, v.commit_hash AS "commitHash",
              coalesce(v.landed_at, v.created_at) AS "landedAt"
         FROM mcp_version v JOIN publication p ON p.version_id = v.id
        WHERE v.mcp_id = $1 AND v.revoked_at IS NULL AND ${OF_REGISTRY} IS NOT TRUE AND ${HAS_BYTES}
          AND ${IS_UNDER_ANOTHER_NUMBER} AND v.release_key = $5`,
      [mcpId, digest, hexOf(digest), version, releaseKey],
    );
  }

  async setReleaseKey(versionId: string, releaseKey: string | null): Promise<void> {
    await this.uow.rows('UPDATE mcp_version SET release_key = $2, updated_at = now() WHERE id = $1', [
      versionId,
      releaseKey,
    ]);
  }
}
