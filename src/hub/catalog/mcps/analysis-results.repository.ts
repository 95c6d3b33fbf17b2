import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { McpVersionStatus } from './mcp-values.js';
import { digestsOf, type VersionRelease } from './version-release.js';
import type { VersionSource } from './version-source.js';

/** The MCP of a version whose results are recorded. */
export interface AnalyzedMcp {
  readonly id: string;
  readonly orgId: string | null;
  readonly name: string;
}

/** A version whose results are recorded. */
export interface AnalyzedVersion {
  readonly visibleVersion: string;
  readonly commitHash: string;
  readonly semver: string | null;
  readonly status: McpVersionStatus;
  /** Null before it is analyzed. */
  readonly certificationLevel: number | null;
  /** Whether it has been analyzed completely before. */
  readonly hasResults: boolean;
  /** `sha256:<hex>` of the source that was analyzed before; null for none, and if the source is another one now. */
  readonly tarballSha256: string | null;
  readonly preview: boolean;
  /** Whether it is the newest version of its MCP. */
  readonly isNewest: boolean;
  /**
   * Whether clients start what was analyzed: the hub derives the manifest of a version, or has checked that of its
   * publisher (hub contract 25).
   */
  readonly startsBundle: boolean;
  /** Null if it was created without one. */
  readonly source: VersionSource | null;
}

/** What an analysis says of a version. */
export interface VersionResult {
  readonly status: McpVersionStatus;
  readonly globalScore: number;
  readonly certificationLevel: number;
  /** Size of the source in bytes. */
  readonly sourceSize: number;
  /** `sha256:<hex>` of the source. */
  readonly tarballSha256: string;
  /** The files of a Python release; null for every other source. */
  readonly release: VersionRelease | null;
}

/** SQL of the verdicts on versions. */
@Injectable()
export class AnalysisResultsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** The id of a version's MCP; undefined if there is no such version. */
  async mcpOf(versionId: string): Promise<string | undefined> {
    const row = await this.uow.row<{ mcpId: string }>(
      'SELECT mcp_id AS "mcpId" FROM mcp_version WHERE id = $1',
      [versionId],
    );
    return row?.mcpId;
  }

  /** Locks an MCP until the transaction ends, so that its results are recorded one after the other. */
  lockMcp(id: string): Promise<AnalyzedMcp | undefined> {
    return this.uow.row<AnalyzedMcp>(
      'SELECT id, org_id AS "orgId", name FROM mcp WHERE id = $1 FOR NO KEY UPDATE',
      [id],
    );
  }

  /** Locks a version of a locked MCP; undefined if it was deleted. */
  lockVersion(versionId: string): Promise<AnalyzedVersion | undefined> {
    return this.uow.row<AnalyzedVersion>(
      `SELECT v.visible_version AS "visibleVersion", v.commit_hash AS "commitHash", v.semver, v.status, v.source,
              v.certification_level AS "certificationLevel",
              EXISTS (SELECT FROM snapshot s WHERE s.version_id = v.id AND s.complete) AS "hasResults",
              v.tarball_sha256 AS "tarballSha256",
              v.preview, coalesce(v.id = (SELECT m.newest_version_id FROM mcp m WHERE m.id = v.mcp_id), false) AS "isNewest",
              v.source ->> 'kind' IS DISTINCT FROM 'registry'
                OR EXISTS (SELECT FROM publication p
                            WHERE p.version_id = v.id AND p.plan ->> 'startsBundle' = 'true') AS "startsBundle"
         FROM mcp_version v WHERE v.id = $1 FOR NO KEY UPDATE OF v`,
      [versionId],
    );
  }

  async conclude(versionId: string, result: VersionResult): Promise<void> {
    await this.uow.rows(
      `UPDATE mcp_version
          SET status = $2, global_score = $3, certification_level = $4, source_size = $5, tarball_sha256 = $6,
              release = $7::jsonb, release_digests = $8::text[], failure_reason = NULL, updated_at = now()
        WHERE id = $1`,
      [
        versionId,
        result.status,
        result.globalScore,
        result.certificationLevel,
        result.sourceSize,
        result.tarballSha256,
        result.release && JSON.stringify(result.release),
        result.release && digestsOf(result.release),
      ],
    );
  }

  /** Sets the language and license of an MCP where nobody has. */
  async fillIn(id: string, { language, license }: { language: string; license: string }): Promise<void> {
    await this.uow.rows(
      `UPDATE mcp
          SET language = coalesce(nullif(language, ''), $2), license = coalesce(nullif(license, ''), $3),
              updated_at = now()
        WHERE id = $1 AND ((language = '' AND $2 <> '') OR (license = '' AND $3 <> ''))`,
      [id, language, license],
    );
  }
}
