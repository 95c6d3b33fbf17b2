import { Injectable } from '@nestjs/common';
import type { PackageVersion } from '@mcp-hub/analyzer';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { isStorableName, isStorableVersion, type AffectedVersion } from './advisory-row.js';
import { hasResult } from '../../catalog/version-order/has-result.js';

/** Dependencies beyond these are not watched; the periodic analysis compares them anyway. */
const MAX_DEPENDENCIES = 20_000;

/** SQL of the dependencies of MCPs, and of the MCPs that changed advisories are about. */
@Injectable()
export class McpDependenciesRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Replaces the dependencies of an MCP, in the caller's transaction, with two statements. */
  async replaceFor(mcpId: string, dependencies: readonly PackageVersion[]): Promise<void> {
    const stored = dependencies
      .filter(({ name, version }) => isStorableName(name) && isStorableVersion(version))
      .slice(0, MAX_DEPENDENCIES);
    const arrays = [
      stored.map(({ ecosystem }) => ecosystem),
      stored.map(({ name }) => name),
      stored.map(({ version }) => version),
    ];
    await this.uow.rows(
      `DELETE FROM mcp_dependency d
        WHERE d.mcp_id = $1 AND NOT EXISTS (
              SELECT FROM unnest($2::text[], $3::text[], $4::text[]) AS n (ecosystem, package_key, version)
               WHERE n.ecosystem = d.ecosystem AND n.package_key = d.package_key AND n.version = d.version)`,
      [mcpId, ...arrays],
    );
    await this.uow.rows(
      `INSERT INTO mcp_dependency (mcp_id, ecosystem, package_key, version)
       SELECT $1, ecosystem, package_key, version
         FROM unnest($2::text[], $3::text[], $4::text[]) AS n (ecosystem, package_key, version)
       ON CONFLICT DO NOTHING`,
      [mcpId, ...arrays],
    );
  }

  /** Marks the MCPs with one of these dependencies for another analysis, each once. */
  async recheckDependents(versions: readonly AffectedVersion[]): Promise<void> {
    await this.uow.rows(
      `INSERT INTO advisory_recheck (mcp_id, created_at)
       SELECT DISTINCT d.mcp_id, now()
         FROM unnest($1::text[], $2::text[], $3::text[]) AS v (ecosystem, package_key, version)
         JOIN mcp_dependency d USING (ecosystem, package_key, version)
        ORDER BY d.mcp_id
       ON CONFLICT (mcp_id) DO NOTHING`,
      [
        versions.map(({ ecosystem }) => ecosystem),
        versions.map(({ packageKey }) => packageKey),
        versions.map(({ version }) => version),
      ],
    );
  }

  /** The same for all MCPs with dependencies of some ecosystems. */
  async recheckEcosystems(ecosystems: readonly string[]): Promise<void> {
    await this.uow.rows(
      `INSERT INTO advisory_recheck (mcp_id, created_at)
       SELECT DISTINCT mcp_id, now() FROM mcp_dependency WHERE ecosystem = ANY($1::text[]) ORDER BY mcp_id
       ON CONFLICT (mcp_id) DO NOTHING`,
      [ecosystems],
    );
  }

  /**
   * Takes up to `limit` marked MCPs in the caller's transaction, oldest first; other processes take others. Those that are
   * being analyzed stay marked: their analysis may have looked up its advisories before the change.
   * @returns the newest version of each, unless it has no result yet
   */
  async takeRechecks(limit: number): Promise<{ mcpId: string; versionId: string | null }[]> {
    return this.uow.rows(
      `WITH taken AS (
         DELETE FROM advisory_recheck WHERE mcp_id IN (
           SELECT r.mcp_id FROM advisory_recheck r
            WHERE NOT EXISTS (SELECT FROM analysis_job j WHERE j.mcp_id = r.mcp_id AND j.status = 'RUNNING')
            ORDER BY r.created_at, r.mcp_id LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING mcp_id)
       SELECT t.mcp_id AS "mcpId", v.id AS "versionId"
         FROM taken t
         LEFT JOIN mcp m ON m.id = t.mcp_id
         LEFT JOIN mcp_version v ON v.id = m.newest_version_id
                                AND ${hasResult('v')}`,
      [limit],
    );
  }
}
