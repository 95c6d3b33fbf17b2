import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';

/** A caller and an MCP that they have read. */
export interface AccessPair {
  readonly callerId: string;
  readonly mcpId: string;
}

/** SQL of the last recorded accesses of callers to private MCPs. */
@Injectable()
export class McpAccessesRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * The pairs among these whose last recorded access is an hour ago or longer, or that have none; they count as recorded from
   * now on. Of several servers, one gets a pair. In the order of the key, so that transactions do not deadlock.
   */
  claim(pairs: readonly AccessPair[]): Promise<AccessPair[]> {
    return this.uow.rows<AccessPair>(
      `INSERT INTO mcp_access AS a (caller_id, mcp_id, accessed_at)
       SELECT caller_id, mcp_id, now() FROM unnest($1::uuid[], $2::uuid[]) AS read (caller_id, mcp_id)
        ORDER BY caller_id, mcp_id
       ON CONFLICT ON CONSTRAINT mcp_access_pkey DO UPDATE SET accessed_at = excluded.accessed_at
        WHERE a.accessed_at <= now() - interval '1 hour'
       RETURNING caller_id AS "callerId", mcp_id AS "mcpId"`,
      [pairs.map(({ callerId }) => callerId), pairs.map(({ mcpId }) => mcpId)],
    );
  }

  /** Deletes some of those that no longer matter. */
  async forget(count: number): Promise<void> {
    await this.uow.rows(
      `DELETE FROM mcp_access WHERE (caller_id, mcp_id) IN (
         SELECT caller_id, mcp_id FROM mcp_access WHERE accessed_at < now() - interval '2 hours'
          ORDER BY accessed_at LIMIT $1 FOR UPDATE SKIP LOCKED)`,
      [count],
    );
  }
}
