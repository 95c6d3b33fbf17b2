import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../../storage/database/unit-of-work.js';
import type { VersionSource } from '../../../catalog/mcps/version-source.js';
import { hasResult } from '../../../catalog/version-order/has-result.js';

/** A version of a Python package that has a result, or had one before its analysis failed. */
export interface AnalyzedRelease {
  readonly mcpId: string;
  readonly source: Extract<VersionSource, { kind: 'pypi' }>;
  /** SHA-256 of the set of files that it was analyzed from, in hex; null if that was one of them, before sets counted. */
  readonly sha256: string | null;
  /** Whether there is a result now. */
  readonly hasResult: boolean;
  /** Whether its analysis failed, did not get all of the files, or is from before sets of them counted. */
  readonly lacksFiles: boolean;
}

/** A version whose result was taken back. */
export interface TakenBack {
  readonly orgId: string | null;
  readonly mcpName: string;
  readonly visibleVersion: string;
}

// The condition of the index `mcp_version_release_check_idx`.
const CAN_CHANGE = `
  v.source ->> 'kind' = 'pypi' AND v.revoked_at IS NULL
  AND (${hasResult('v')} OR (v.status = 'FAILED' AND v.tarball_sha256 IS NOT NULL))`;
const CHECKED_AT = `coalesce(v.release_checked_at, '-infinity')`;
const LACKS_FILES = `(v.status = 'FAILED' OR coalesce(v.release ->> 'whole', 'false') = 'false')`;

/** SQL of the versions whose files an index may have changed. */
@Injectable()
export class PythonReleasesRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Analyzed versions whose files were not asked for in some hours, those longest ago first.
   * @param limits how many that have all their files, and how many that lack some
   */
  async due(hours: number, limits: { readonly whole: number; readonly lacking: number }): Promise<string[]> {
    const some = (condition: string, limit: string): string => `
      (SELECT v.id, ${CHECKED_AT} AS checked_at FROM mcp_version v
        WHERE ${CAN_CHANGE} AND ${condition} AND ${CHECKED_AT} < now() - make_interval(hours => $1)
        ORDER BY ${CHECKED_AT}, v.id LIMIT ${limit})`;
    const rows = await this.uow.rows<{ id: string }>(
      `SELECT id FROM (${some(`NOT ${LACKS_FILES}`, '$2')} UNION ALL ${some(LACKS_FILES, '$3')}) due
        ORDER BY checked_at, id`,
      [hours, limits.whole, limits.lacking],
    );
    return rows.map(({ id }) => id);
  }

  /** Undefined for a version that never had a result, is analyzed without one, is revoked or is of another kind. */
  find(versionId: string): Promise<AnalyzedRelease | undefined> {
    return this.uow.row<AnalyzedRelease>(
      `SELECT v.mcp_id AS "mcpId", v.source, v.release ->> 'sha256' AS sha256, ${hasResult('v')} AS "hasResult",
              ${LACKS_FILES} AS "lacksFiles"
         FROM mcp_version v WHERE v.id = $1 AND ${CAN_CHANGE}`,
      [versionId],
    );
  }

  /** Records that the index has answered. */
  async checked(versionId: string): Promise<void> {
    await this.uow.rows('UPDATE mcp_version SET release_checked_at = now() WHERE id = $1', [versionId]);
  }

  /**
   * Takes back the result of a version that was analyzed from this set of files; undefined if it has another one by now, or
   * none. Its MCP is locked first, as by whatever records a result.
   * @param status what the version is now
   */
  async takeBack(
    versionId: string,
    { mcpId, sha256 }: Pick<AnalyzedRelease, 'mcpId' | 'sha256'>,
    status: 'INGESTED' | 'ANALYZING',
  ): Promise<TakenBack | undefined> {
    await this.uow.rows('SELECT id FROM mcp WHERE id = $1 FOR NO KEY UPDATE', [mcpId]);
    return this.uow.row<TakenBack>(
      `UPDATE mcp_version v
          SET status = $3, global_score = NULL, certification_level = NULL, failure_reason = NULL, updated_at = now()
         FROM mcp m
        WHERE v.id = $1 AND m.id = v.mcp_id AND v.release ->> 'sha256' IS NOT DISTINCT FROM $2
          AND v.revoked_at IS NULL AND ${hasResult('v')}
       RETURNING m.org_id AS "orgId", m.name AS "mcpName", v.visible_version AS "visibleVersion"`,
      [versionId, sha256, status],
    );
  }
}
