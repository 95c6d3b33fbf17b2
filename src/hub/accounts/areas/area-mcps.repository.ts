import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';

/** An MCP of an organization, and the area that it is in. */
export interface McpArea {
  readonly name: string;
  readonly areaId: string | null;
}

/** SQL of the MCPs in areas. */
@Injectable()
export class AreaMcpsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Reads the area of an organization's MCP and locks its row until the transaction ends. */
  lock(orgId: string, mcpId: string): Promise<McpArea | undefined> {
    return this.uow.row<McpArea>(
      `SELECT name, area_id AS "areaId" FROM mcp WHERE org_id = $1 AND id = $2 FOR NO KEY UPDATE`,
      [orgId, mcpId],
    );
  }

  /** @param areaId null for none */
  async move(orgId: string, mcpId: string, areaId: string | null): Promise<void> {
    await this.uow.rows('UPDATE mcp SET area_id = $3, updated_at = now() WHERE org_id = $1 AND id = $2', [
      orgId,
      mcpId,
      areaId,
    ]);
  }
}
