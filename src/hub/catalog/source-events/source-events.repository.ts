import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { FollowedRefs } from '../mcps/followed-refs.js';
import { SourceEvents, type SourceChange } from './source-events.js';

/** A change that no worker has taken yet, and the MCP that it is about. */
export interface PendingChange extends FollowedRefs {
  readonly id: string;
  readonly mcpId: string;
  readonly orgId: string | null;
  readonly repoUrl: string;
  /** `host#id` of the MCP's repository; null before its code host has named it. */
  readonly knownIdentity: string | null;
  /** Whether the code host has answered with that id. */
  readonly isConfirmed: boolean;
  /** Another repository that is under the address now. */
  readonly takenBy: string | null;
  /** Whether the source of the MCP is its repository, and not a package. */
  readonly isRepository: boolean;
  /** Null when the code host has to be asked. */
  readonly commit: string | null;
  readonly ref: string;
  readonly delivery: string;
  readonly previous: string | null;
  readonly isForward: boolean;
  readonly semver: string | null;
  readonly defaultBranch: string | null;
  /** `host#id` and address of the repository according to the sender. */
  readonly identity: string | null;
  readonly sentUrl: string | null;
  readonly createdAt: Date;
}

// From the pace of the job to ten minutes.
const FIRST_SECONDS = 10;
const LONGEST_SECONDS = 600;
const DOUBLINGS = 6;

/** Stores the changes as rows until a worker takes them. */
@Injectable()
export class SourceEventsRepository extends SourceEvents {
  constructor(private readonly uow: UnitOfWork) {
    super();
  }

  async sourcesChanged(changes: readonly SourceChange[]): Promise<void> {
    await this.uow.rows(
      `INSERT INTO source_event (id, mcp_id, commit_hash, ref, delivery, created_at, previous_commit, is_forward, semver,
                                 default_branch, repo_identity, repo_url)
       SELECT gen_random_uuid(), mcp_id, commit_hash, ref, delivery, now(), previous_commit, is_forward, semver,
              default_branch, repo_identity, repo_url
         FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::text[], $8::text[],
                     $9::text[], $10::text[])
              AS c (mcp_id, commit_hash, ref, delivery, previous_commit, is_forward, semver, default_branch,
                    repo_identity, repo_url)
        ORDER BY mcp_id, commit_hash, ref
       ON CONFLICT (mcp_id, ref, coalesce(commit_hash, ''), coalesce(repo_identity, '')) WHERE taken_at IS NULL
         DO NOTHING`,
      [
        changes.map(({ mcpId }) => mcpId),
        changes.map(({ commit }) => commit),
        changes.map(({ ref }) => ref),
        changes.map(({ delivery }) => delivery),
        changes.map(({ previous = null }) => previous),
        changes.map(({ isForward = false }) => isForward),
        changes.map(({ semver = null }) => semver),
        changes.map(({ defaultBranch = null }) => defaultBranch),
        changes.map(({ identity = null }) => identity),
        changes.map(({ repoUrl = null }) => repoUrl),
      ],
    );
  }

  /** Up to `limit` pending changes that are due, after another one, the oldest first. Times here have milliseconds only. */
  pending(after: PendingChange | undefined, limit: number): Promise<PendingChange[]> {
    return this.pendingBy(
      `e.run_after <= now() AND ($1::timestamptz IS NULL OR (date_trunc('milliseconds', e.created_at), e.id) > ($1, $2::uuid))
        ORDER BY date_trunc('milliseconds', e.created_at), e.id LIMIT $3`,
      [after?.createdAt ?? null, after?.id ?? null, limit],
    );
  }

  /** Reads a pending change again, with what is known of its repository now; undefined if it was taken. */
  async again(id: string): Promise<PendingChange | undefined> {
    return (await this.pendingBy(`e.id = $1`, [id]))[0];
  }

  /** Whether a later push of this ref began where this commit ends, so that the commit is not its newest any more. */
  async isFollowed({
    mcpId,
    ref,
    commit,
  }: Pick<PendingChange, 'mcpId' | 'ref' | 'commit'>): Promise<boolean> {
    const row = await this.uow.row(
      `SELECT id FROM source_event
        WHERE mcp_id = $1 AND ref = $2 AND previous_commit = $3 AND commit_hash <> $3 LIMIT 1`,
      [mcpId, ref, commit],
    );
    return row !== undefined;
  }

  /** Takes a change; false if another worker has. */
  async take(id: string): Promise<boolean> {
    const row = await this.uow.row(
      'UPDATE source_event SET taken_at = now() WHERE id = $1 AND taken_at IS NULL RETURNING id',
      [id],
    );
    return row !== undefined;
  }

  /** Looks at a pending change again after twice the time of the last attempt: ten seconds at first, ten minutes at most. */
  async postpone(id: string): Promise<void> {
    await this.uow.rows(
      `UPDATE source_event
          SET attempts = attempts + 1,
              run_after = now() + make_interval(secs =>
                least(${FIRST_SECONDS} * power(2, least(attempts, ${DOUBLINGS})), ${LONGEST_SECONDS}))
        WHERE id = $1 AND taken_at IS NULL`,
      [id],
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

  private pendingBy(condition: string, parameters: readonly unknown[]): Promise<PendingChange[]> {
    return this.uow.rows<PendingChange>(
      `SELECT e.id, e.mcp_id AS "mcpId", m.org_id AS "orgId", m.name, m.repo_url AS "repoUrl",
              m.repo_identity AS "knownIdentity", m.repo_confirmed AS "isConfirmed", m.repo_taken_by AS "takenBy",
              m.source_path AS path, m.branch, m.preview_branches AS "previewBranches",
              m.source IS NULL AS "isRepository", e.commit_hash AS "commit", e.ref, e.delivery,
              e.previous_commit AS "previous", e.is_forward AS "isForward", e.semver,
              e.default_branch AS "defaultBranch", e.repo_identity AS identity, e.repo_url AS "sentUrl",
              e.created_at AS "createdAt"
         FROM source_event e JOIN mcp m ON m.id = e.mcp_id
        WHERE e.taken_at IS NULL AND ${condition}`,
      [...parameters],
    );
  }
}
