import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { hasResult } from '../version-order/has-result.js';

/** The newest version of an MCP, with its latest snapshot, while the MCP shows the results of another one. */
export interface UnsettledMcp {
  readonly mcpId: string;
  readonly mcpName: string;
  readonly orgId: string | null;
  readonly versionId: string;
  readonly visibleVersion: string;
  readonly semver: string | null;
  readonly snapshotId: string;
  readonly complete: boolean;
}

/** The latest results of a version. */
export interface AnalyzedResult {
  readonly snapshotId: string;
  readonly complete: boolean;
  readonly certificationLevel: number;
}

const UNSETTLED = 'm.newest_version_id IS DISTINCT FROM m.results_version_id';

/** SQL of MCPs whose newest version has become another one. */
@Injectable()
export class NewestVersionsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Locks an MCP and returns its newest version, if that is analyzed and the MCP shows the results of another one. */
  async lock(mcpId: string): Promise<UnsettledMcp | undefined> {
    await this.uow.rows('SELECT id FROM mcp WHERE id = $1 FOR NO KEY UPDATE', [mcpId]);
    return this.uow.row<UnsettledMcp>(
      `SELECT m.id AS "mcpId", m.name AS "mcpName", m.org_id AS "orgId", v.id AS "versionId",
              v.visible_version AS "visibleVersion", v.semver, s.id AS "snapshotId", s.complete
         FROM mcp m
         JOIN mcp_version v ON v.id = m.newest_version_id AND ${hasResult('v')}
        CROSS JOIN LATERAL (SELECT id, complete FROM snapshot
                             WHERE version_id = v.id ORDER BY created_at DESC, id DESC LIMIT 1) s
        WHERE m.id = $1 AND ${UNSETTLED}`,
      [mcpId],
    );
  }

  /** The latest results of a version; undefined before it is analyzed. */
  resultOf(versionId: string): Promise<AnalyzedResult | undefined> {
    return this.uow.row<AnalyzedResult>(
      `SELECT s.id AS "snapshotId", s.complete, coalesce(v.certification_level, 0) AS "certificationLevel"
         FROM mcp_version v JOIN snapshot s ON s.version_id = v.id
        WHERE v.id = $1 AND ${hasResult('v')}
        ORDER BY s.created_at DESC, s.id DESC LIMIT 1`,
      [versionId],
    );
  }

  /** Records that an MCP shows the results of a version. */
  async settle(mcpId: string, versionId: string): Promise<void> {
    await this.uow.rows(
      'UPDATE mcp SET results_version_id = $2 WHERE id = $1 AND results_version_id IS DISTINCT FROM $2',
      [mcpId, versionId],
    );
  }

  /** Marks an MCP for another analysis of its newest version: only dependencies of newest versions are stored (ADR 59). */
  async recheck(mcpId: string): Promise<void> {
    await this.uow.rows(
      'INSERT INTO advisory_recheck (mcp_id, created_at) VALUES ($1, now()) ON CONFLICT (mcp_id) DO NOTHING',
      [mcpId],
    );
  }

  /** Up to `limit` MCPs after another one whose newest version is analyzed while they show the results of another one. */
  async unsettled(after: string, limit: number): Promise<string[]> {
    const rows = await this.uow.rows<{ id: string }>(
      `SELECT m.id FROM mcp m JOIN mcp_version v ON v.id = m.newest_version_id
        WHERE ${UNSETTLED} AND m.id > $1 AND ${hasResult('v')}
        ORDER BY m.id LIMIT $2`,
      [after, limit],
    );
    return rows.map(({ id }) => id);
  }
}
