import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { PUBLIC } from '../../hub/catalog/mcps/mcps.read-model.js';

/** What organizations may have reports about. */
@Injectable()
export class ReportTargetsReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Whether an organization may have a report about a snapshot: of an MCP of its own, as far as no other organization has
   * recorded it, or of a public one.
   */
  async mayReport(orgId: string, snapshotId: string): Promise<boolean> {
    const row = await this.uow.row(
      `SELECT s.id FROM snapshot s JOIN mcp m ON m.id = s.mcp_id
        WHERE s.id = $2 AND (${PUBLIC} OR (m.org_id = $1 AND (s.org_id IS NULL OR s.org_id = $1)))`,
      [orgId, snapshotId],
    );
    return row !== undefined;
  }
}
