import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { SourceEvents, type SourceChange } from './source-events.js';

/** A change that no worker has taken yet. */
export interface PendingChange {
  readonly id: string;
  readonly mcpId: string;
  readonly orgId: string | null;
  readonly mcpName: string;
  readonly repoUrl: string;
  readonly path: string;
  /** Whether the source of the MCP is its repository, and not a package. */
  readonly isRepository: boolean;
  /** Null when only a ref is known. */
  readonly commit: string | null;
  readonly ref: string;
  readonly delivery: string;
  readonly createdAt: Date;
}

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

  /** Up to `limit` pending changes after another one, the oldest first. Times here have milliseconds only. */
  pending(after: PendingChange | undefined, limit: number): Promise<PendingChange[]> {
    return this.uow.rows<PendingChange>(
      `SELECT e.id, e.mcp_id AS "mcpId", m.org_id AS "orgId", m.name AS "mcpName", m.repo_url AS "repoUrl",
              m.source_path AS path, m.source IS NULL AS "isRepository", e.commit_hash AS "commit", e.ref, e.delivery,
              e.created_at AS "createdAt"
         FROM source_event e JOIN mcp m ON m.id = e.mcp_id
        WHERE e.taken_at IS NULL
          AND ($1::timestamptz IS NULL OR (date_trunc('milliseconds', e.created_at), e.id) > ($1, $2::uuid))
        ORDER BY date_trunc('milliseconds', e.created_at), e.id LIMIT $3`,
      [after?.createdAt ?? null, after?.id ?? null, limit],
    );
  }

  /** Takes a change; false if another worker has. */
  async take(id: string): Promise<boolean> {
    const row = await this.uow.row(
      'UPDATE source_event SET taken_at = now() WHERE id = $1 AND taken_at IS NULL RETURNING id',
      [id],
    );
    return row !== undefined;
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
