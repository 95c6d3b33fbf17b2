import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { PageQuery } from '../../platform/http/page.dto.js';
import { MCP_BUNDLE } from './mcp-bundle.js';
import type { PrivateMcp } from './mcp-accesses.service.js';
import type { McpVersionStatus } from './mcp-values.js';
import { PRIVATE_MCP, VISIBLE } from './mcps.read-model.js';
import type { VersionRelease } from './version-release.js';

/** A version in a list. */
export interface McpVersionRow {
  readonly id: string;
  readonly visibleVersion: string;
  readonly status: McpVersionStatus;
  readonly commitHash: string;
  readonly semver: string | null;
  readonly globalScore: number | null;
  readonly certificationLevel: number | null;
  readonly ref: string | null;
  readonly preview: boolean;
  readonly createdAt: Date;
}

/** The publication of a version, as its detail shows it. Members also see why it failed. */
export interface VersionPublication {
  readonly status: string;
  readonly package: string | null;
  readonly version: string | null;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  readonly failureReason: string | null;
  readonly publishedAt: string | null;
}

/** All details of a version. */
export interface McpVersionDetailRow extends McpVersionRow {
  /** In bytes. */
  readonly sourceSize: string | null;
  readonly tarballUrl: string | null;
  readonly tarballSha256: string | null;
  readonly release: VersionRelease | null;
  readonly failureReason: string | null;
  readonly revokedAt: Date | null;
  readonly revokedReason: string | null;
  readonly tagMovedTo: string | null;
  readonly updatedAt: Date;
  readonly mcpId: string;
  /** Its publication to the registry; null before one is requested. */
  readonly publication: VersionPublication | null;
  /** What the registry has made of it for desktop clients; null without such a file. */
  readonly mcpBundle: { readonly org: string; readonly digest: string } | null;
  /** Its latest snapshot; null before it is analyzed. */
  readonly snapshotId: string | null;
}

const COLUMNS = `
  v.id, v.visible_version AS "visibleVersion", v.status, v.commit_hash AS "commitHash", v.semver,
  v.global_score AS "globalScore", v.certification_level AS "certificationLevel", v.ref, v.preview,
  v.created_at AS "createdAt"`;

/** Queries of the versions of visible MCPs (`orgIds`: organizations whose private ones are visible). */
@Injectable()
export class McpVersionsReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** Number of versions of an MCP; undefined if it is not visible. */
  countOf(
    orgIds: readonly string[],
    mcpId: string,
  ): Promise<{ readonly total: number; readonly privateMcp: PrivateMcp | null } | undefined> {
    return this.uow.row(
      `SELECT (SELECT count(*)::int FROM mcp_version v WHERE v.mcp_id = m.id) AS total, ${PRIVATE_MCP} AS "privateMcp"
         FROM mcp m WHERE m.id = $2 AND ${VISIBLE}`,
      [orgIds, mcpId],
    );
  }

  /** A page of the versions of a visible MCP, newest first. */
  page(mcpId: string, { limit, offset }: PageQuery): Promise<McpVersionRow[]> {
    return this.uow.rows<McpVersionRow>(
      `SELECT ${COLUMNS} FROM mcp_version v
        WHERE v.mcp_id = $1
        ORDER BY v.created_at DESC, v.id DESC
        LIMIT $2 OFFSET $3`,
      [mcpId, limit, offset],
    );
  }

  /** A version of an MCP. Undefined if the MCP is not visible; `version` is undefined if it has no such version. */
  async find(
    orgIds: readonly string[],
    mcpId: string,
    versionId: string,
  ): Promise<
    { readonly version: McpVersionDetailRow | undefined; readonly privateMcp: PrivateMcp | null } | undefined
  > {
    const row = await this.uow.row<
      (McpVersionDetailRow | { id: null }) & { readonly privateMcp: PrivateMcp | null }
    >(
      `SELECT ${COLUMNS}, v.source_size AS "sourceSize", v.tarball_url AS "tarballUrl",
              v.tarball_sha256 AS "tarballSha256", v.release, v.failure_reason AS "failureReason",
              v.revoked_at AS "revokedAt", v.revoked_reason AS "revokedReason", v.tag_moved_to AS "tagMovedTo",
              v.updated_at AS "updatedAt", m.id AS "mcpId", ${PRIVATE_MCP} AS "privateMcp",
              (SELECT s.id FROM snapshot s WHERE s.version_id = v.id
                ORDER BY s.created_at DESC, s.id DESC LIMIT 1) AS "snapshotId",
              (SELECT jsonb_build_object(
                        'status', p.status, 'version', p.plan ->> 'version',
                        'package', (p.plan ->> 'org') || '/' || (p.plan ->> 'name'), 'warnings', p.warnings,
                        'publishedAt', p.published_at,
                        'failureReason', CASE WHEN m.org_id = ANY($1) THEN p.failure_reason END)
                 FROM publication p WHERE p.version_id = v.id) AS publication,
              CASE WHEN mcpb.digest IS NOT NULL
                   THEN jsonb_build_object('org', mcpb.org, 'digest', mcpb.digest) END AS "mcpBundle"
         FROM mcp m LEFT JOIN mcp_version v ON v.mcp_id = m.id AND v.id = $3
         LEFT JOIN publication p ON p.version_id = v.id AND p.published_at IS NOT NULL
         ${MCP_BUNDLE}
        WHERE m.id = $2 AND ${VISIBLE}`,
      [orgIds, mcpId, versionId],
    );
    return row && { version: row.id === null ? undefined : row, privateMcp: row.privateMcp };
  }
}
