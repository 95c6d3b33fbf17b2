import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { VISIBLE } from '../mcps/mcps.read-model.js';
import type { McpBadge } from './mcp-badge.entity.js';
import type { BadgeResult } from './badge-svg.js';

/** SQL of the badges. */
@Injectable()
export class BadgesRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * The result of an MCP that the caller may see, or whose badge has this key: of its newest version.
   * Undefined if there is no such MCP; without a version, both numbers are null.
   * @param orgIds organizations whose private MCPs the caller may see
   */
  result(orgIds: readonly string[], mcpId: string, keyHash: Buffer | null): Promise<BadgeResult | undefined> {
    return this.uow.row<BadgeResult>(
      `SELECT v.global_score AS "globalScore", v.certification_level AS "certificationLevel"
         FROM mcp m
         LEFT JOIN mcp_badge b ON b.mcp_id = m.id
         LEFT JOIN mcp_version v ON v.id = m.newest_version_id
        WHERE m.id = $2 AND (${VISIBLE} OR (NOT m.withdrawn AND b.key_hash = $3))`,
      [orgIds, mcpId, keyHash],
    );
  }

  /** Replaces the key of an organization's MCP; false if it has no such MCP. */
  async replace(
    orgId: string,
    { mcpId, keyHash, createdAt, madeBy }: Omit<McpBadge, 'mcp'>,
  ): Promise<boolean> {
    const row = await this.uow.row(
      `INSERT INTO mcp_badge (mcp_id, key_hash, created_at, made_by)
       SELECT id, $3, $4, $5 FROM mcp WHERE id = $2 AND org_id = $1
       ON CONFLICT ON CONSTRAINT mcp_badge_pkey
         DO UPDATE SET key_hash = excluded.key_hash, created_at = excluded.created_at, made_by = excluded.made_by
       RETURNING mcp_id`,
      [orgId, mcpId, keyHash, createdAt, madeBy],
    );
    return row !== undefined;
  }

  /** Deletes the key of an organization's MCP; false if there is none. */
  async delete(orgId: string, mcpId: string): Promise<boolean> {
    const row = await this.uow.row(
      `DELETE FROM mcp_badge b USING mcp m
        WHERE b.mcp_id = $2 AND m.id = b.mcp_id AND m.org_id = $1 RETURNING b.mcp_id`,
      [orgId, mcpId],
    );
    return row !== undefined;
  }
}
