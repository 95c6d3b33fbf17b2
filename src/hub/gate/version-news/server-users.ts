import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';

/** The organizations that new versions of an MCP concern. */
@Injectable()
export class ServerUsers {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * A batch of organizations, by id: the one that the MCP belongs to, and those that have evaluated a public MCP in the
   * last 90 days.
   * @param after the last id of the batch before
   */
  async find(mcpId: string, after: string | null, limit: number): Promise<string[]> {
    const rows = await this.uow.rows<{ id: string }>(
      `SELECT id FROM (
         SELECT org_id AS id FROM mcp WHERE id = $1 AND org_id IS NOT NULL
          UNION
         SELECT e.org_id FROM evaluated_mcp e JOIN mcp m ON m.id = e.mcp_id
          WHERE e.mcp_id = $1 AND m.visibility = 'public' AND e.evaluated_at > now() - interval '91 days') users
        WHERE $2::uuid IS NULL OR id > $2
        ORDER BY id LIMIT $3`,
      [mcpId, after, limit],
    );
    return rows.map(({ id }) => id);
  }
}
