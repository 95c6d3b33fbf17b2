import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';

/** The organizations that new versions of an MCP concern. */
@Injectable()
export class ServerUsers {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * A batch of organizations, by id: the one that the MCP belongs to. Those that have evaluated a public MCP in the last
   * 90 days belong here, too, once evaluations are stored: as another part of this statement, with the same order.
   * @param after the last id of the batch before
   */
  async find(mcpId: string, after: string | null, limit: number): Promise<string[]> {
    const rows = await this.uow.rows<{ id: string }>(
      `SELECT org_id AS id FROM mcp
        WHERE id = $1 AND org_id IS NOT NULL AND ($2::uuid IS NULL OR org_id > $2)
        ORDER BY org_id LIMIT $3`,
      [mcpId, after, limit],
    );
    return rows.map(({ id }) => id);
  }
}
