import { Injectable } from '@nestjs/common';
import { nameKey } from '../../../common/values/names.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { repositoryKey } from '@mcp-hub/client-configurations/names';

/** An MCP that a scan creates. */
interface NewEntry {
  readonly id: string;
  readonly orgId: string | null;
  readonly name: string;
  readonly repoUrl: string;
  readonly description: string;
}

/** SQL of the MCPs that scans create. */
@Injectable()
export class ScanEntriesRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Inserts a private MCP, unless there is one of that name. Returns the id of the one that there is. */
  async findOrInsert({ id, orgId, name, repoUrl, description }: NewEntry): Promise<string> {
    await this.uow.rows(
      `INSERT INTO mcp (id, org_id, name, name_key, description, repo_url, repo_key, visibility, origin, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, 'private', 'community', now(), now())
       ON CONFLICT DO NOTHING`,
      [id, orgId, name, nameKey(name), description, repoUrl, repositoryKey(repoUrl)],
    );
    const found = await this.uow.row<{ id: string }>(
      'SELECT id FROM mcp WHERE name_key = $1 AND org_id IS NOT DISTINCT FROM $2::uuid',
      [nameKey(name), orgId],
    );
    if (found === undefined) throw new Error('the MCP of a scan was deleted at once');
    return found.id;
  }

  /** Deletes up to `limit` entries without an organization that no scan is about any more; their snapshots stay. */
  async deleteUnused(limit: number): Promise<number> {
    const deleted = await this.uow.rows(
      `DELETE FROM mcp WHERE id IN (
         SELECT m.id FROM mcp m
          WHERE m.org_id IS NULL AND m.visibility = 'private' AND m.name_key LIKE 'scans/%'
            AND NOT EXISTS (SELECT FROM scan s WHERE s.mcp_id = m.id)
          LIMIT $1) RETURNING id`,
      [limit],
    );
    return deleted.length;
  }
}
