import { Injectable } from '@nestjs/common';
import type { PackageVersion } from '@mcp-hub/analyzer';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { isStorableName, isStorableVersion, type AffectedVersion } from './advisory-row.js';

/** Dependencies beyond these are not watched; the daily analysis compares them anyway. */
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

  /** Takes up to `limit` marked MCPs in the caller's transaction, oldest first; other processes take others. */
  async takeRechecks(limit: number): Promise<string[]> {
    const taken = await this.uow.rows<{ mcpId: string }>(
      `DELETE FROM advisory_recheck WHERE mcp_id IN (
         SELECT mcp_id FROM advisory_recheck ORDER BY created_at, mcp_id LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING mcp_id AS "mcpId"`,
      [limit],
    );
    return taken.map(({ mcpId }) => mcpId);
  }
}
