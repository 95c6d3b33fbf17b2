import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { repositoryKey } from '@mcp-hub/client-configurations/names';

/** An MCP and what is known of its repository. */
export interface BoundMcp {
  readonly mcpId: string;
  readonly orgId: string | null;
  readonly name: string;
  readonly repoUrl: string;
  /** Normalized address (`repositoryKey`). */
  readonly key: string;
  /** `host#id`; null before its code host has named the id. */
  readonly identity: string | null;
  readonly takenBy: string | null;
}

// Spellings of one address.
const MAX_ADDRESSES = 100;

/** SQL of which repository an MCP has. */
@Injectable()
export class RepositoryIdentityRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Locks an MCP until the transaction ends; undefined if it was deleted. */
  lock(mcpId: string): Promise<BoundMcp | undefined> {
    return this.uow.row<BoundMcp>(
      `SELECT id AS "mcpId", org_id AS "orgId", name, repo_url AS "repoUrl", repo_key AS key,
              repo_identity AS identity, repo_taken_by AS "takenBy"
         FROM mcp WHERE id = $1 FOR NO KEY UPDATE`,
      [mcpId],
    );
  }

  /** An MCP, without a lock. */
  find(mcpId: string): Promise<BoundMcp | undefined> {
    return this.uow.row<BoundMcp>(
      `SELECT id AS "mcpId", org_id AS "orgId", name, repo_url AS "repoUrl", repo_key AS key,
              repo_identity AS identity, repo_taken_by AS "takenBy"
         FROM mcp WHERE id = $1`,
      [mcpId],
    );
  }

  async bind(mcpId: string, identity: string, isConfirmed: boolean): Promise<void> {
    await this.uow.rows(
      `UPDATE mcp SET repo_identity = $2, repo_confirmed = $3, repo_taken_by = NULL
        WHERE id = $1 AND (repo_identity, repo_confirmed) IS DISTINCT FROM ($2, $3) OR id = $1 AND repo_taken_by IS NOT NULL`,
      [mcpId, identity, isConfirmed],
    );
  }

  async setTaken(mcpId: string, identity: string): Promise<void> {
    await this.uow.rows('UPDATE mcp SET repo_taken_by = $2, updated_at = now() WHERE id = $1', [
      mcpId,
      identity,
    ]);
  }

  /** Whether it is time to record that a sender was refused: not within a day of the last one. It counts as recorded then. */
  async claimRefusal(mcpId: string): Promise<boolean> {
    const row = await this.uow.row(
      `UPDATE mcp SET repo_refused_at = now()
        WHERE id = $1 AND (repo_refused_at IS NULL OR repo_refused_at <= now() - interval '1 day') RETURNING id`,
      [mcpId],
    );
    return row !== undefined;
  }

  /** Gives a locked MCP, and its versions that were fetched from there, the new address of its repository. */
  async move({ mcpId, key }: BoundMcp, url: string): Promise<void> {
    await this.uow.rows(
      `UPDATE mcp SET repo_url = $2, repo_key = $3, repo_taken_by = NULL, updated_at = now() WHERE id = $1`,
      [mcpId, url, repositoryKey(url)],
    );
    const known = await this.uow.rows<{ url: string }>(
      `SELECT DISTINCT source ->> 'url' AS url FROM mcp_version
        WHERE mcp_id = $1 AND source ->> 'kind' = 'repository' LIMIT ${MAX_ADDRESSES}`,
      [mcpId],
    );
    const old = known.map((each) => each.url).filter((each) => repositoryKey(each) === key);
    await this.uow.rows(
      `UPDATE mcp_version SET source = jsonb_set(source, '{url}', to_jsonb($3::text))
        WHERE mcp_id = $1 AND source ->> 'kind' = 'repository' AND source ->> 'url' = ANY($2)`,
      [mcpId, old, url],
    );
  }
}
