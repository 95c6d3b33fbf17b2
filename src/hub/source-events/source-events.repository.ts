import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { SourceEvents, type SourceChange } from './source-events.js';

/** Stores the changes as rows until a worker takes them. */
@Injectable()
export class SourceEventsRepository extends SourceEvents {
  constructor(private readonly uow: UnitOfWork) {
    super();
  }

  async sourcesChanged(changes: readonly SourceChange[]): Promise<void> {
    await this.uow.rows(
      `INSERT INTO source_event (id, mcp_id, commit_hash, ref, delivery, created_at)
       SELECT gen_random_uuid(), mcp_id, commit_hash, ref, delivery, now()
         FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS c (mcp_id, commit_hash, ref, delivery)
        ORDER BY mcp_id, commit_hash, ref
       ON CONFLICT (mcp_id, coalesce(commit_hash, ref)) WHERE taken_at IS NULL DO NOTHING`,
      [
        changes.map(({ mcpId }) => mcpId),
        changes.map(({ commit }) => commit),
        changes.map(({ ref }) => ref),
        changes.map(({ delivery }) => delivery),
      ],
    );
  }

  /** Deletes up to `limit` events created before `before` and returns how many were deleted. */
  async deleteOld(before: Date, limit: number): Promise<number> {
    const removed = await this.uow.rows(
      `DELETE FROM source_event
        WHERE id IN (SELECT id FROM source_event WHERE created_at < $1 ORDER BY created_at, id LIMIT $2)
       RETURNING id`,
      [before, limit],
    );
    return removed.length;
  }
}
