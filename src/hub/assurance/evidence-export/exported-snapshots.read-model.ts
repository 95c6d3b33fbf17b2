import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';

const BATCH = 100;

/** Queries of what an organization has evidence of. */
@Injectable()
export class ExportedSnapshotsReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** The next MCPs with snapshots of an organization after an id, also deleted MCPs: a bounded batch. */
  async mcpsAfter(orgId: string, after: string | null): Promise<string[]> {
    const rows = await this.uow.rows<{ id: string }>(
      `SELECT DISTINCT mcp_id AS id
         FROM snapshot
        WHERE org_id = $1 AND ($2::uuid IS NULL OR mcp_id > $2)
        ORDER BY mcp_id
        LIMIT ${BATCH}`,
      [orgId, after],
    );
    return rows.map(({ id }) => id);
  }
}
