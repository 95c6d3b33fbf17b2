import { Injectable } from '@nestjs/common';
import { defined } from '../../../common/values/defined.js';
import { nameKey } from '../../../common/values/names.js';
import { currentDate } from '../../../common/values/clock.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { Mcp, PROFILE_COLUMNS, type McpProfile } from './mcp.entity.js';
import { repositoryKey } from '@mcp-hub/client-configurations/names';

/** What says where an MCP comes from and what it is; each has a default. */
type McpTerms = McpProfile & Pick<Mcp, 'source' | 'sourcePath' | 'branch' | 'previewBranches'>;

/** An MCP to create. Without an origin it is the community's. */
export type NewMcp = Pick<Mcp, 'id' | 'orgId' | 'name' | 'repoUrl' | 'visibility' | 'createdAt'> &
  Partial<McpTerms>;

/** Changes of an MCP. */
export type McpChange = Partial<Omit<NewMcp, 'id' | 'createdAt'>> &
  Partial<Pick<Mcp, 'areaId' | 'categoryId' | 'featured'>>;

/** The changeable fields of a locked MCP. */
export type LockedMcp = Readonly<Required<McpChange>> & { readonly tagIds: readonly string[] };

/** SQL of the MCPs. */
@Injectable()
export class McpsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Concurrent inserts of a name fail on its unique key (`mcp_name_key`). */
  async insert(mcp: NewMcp): Promise<void> {
    await this.uow.manager.getRepository(Mcp).insert({
      origin: 'community',
      ...mcp,
      nameKey: nameKey(mcp.name),
      repoKey: repositoryKey(mcp.repoUrl),
      updatedAt: mcp.createdAt,
    });
  }

  /** Reads the organization of an MCP, which may change until the MCP is locked; undefined if there is no such MCP. */
  findOrganization(id: string): Promise<Pick<Mcp, 'orgId'> | undefined> {
    return this.uow.row('SELECT org_id AS "orgId" FROM mcp WHERE id = $1', [id]);
  }

  /** Locks a category and tags against deletion until the transaction ends. */
  async lockTerms(categoryId: string | null, tagIds: readonly string[]): Promise<void> {
    if (categoryId !== null) {
      await this.uow.rows('SELECT id FROM category WHERE id = $1 FOR KEY SHARE', [categoryId]);
    }
    if (tagIds.length > 0) {
      await this.uow.rows('SELECT id FROM tag WHERE id = ANY($1) ORDER BY id FOR KEY SHARE', [tagIds]);
    }
  }

  /**
   * Reads the changeable fields of an MCP and locks its row until the transaction ends; undefined if there is no such
   * MCP.
   */
  lock(id: string): Promise<LockedMcp | undefined> {
    return this.uow.row<LockedMcp>(
      `SELECT m.org_id AS "orgId", m.area_id AS "areaId", m.name, m.repo_url AS "repoUrl", m.source,
              m.source_path AS "sourcePath", m.branch, m.preview_branches AS "previewBranches", ${PROFILE_COLUMNS},
              m.featured, m.category_id AS "categoryId",
              ARRAY(SELECT x.tag_id FROM mcp_tag x WHERE x.mcp_id = m.id ORDER BY x.tag_id) AS "tagIds"
         FROM mcp m WHERE m.id = $1 FOR UPDATE`,
      [id],
    );
  }

  async change(id: string, change: McpChange): Promise<void> {
    const { name, repoUrl } = change;
    if (repoUrl !== undefined) await this.forgetRepository(id, repositoryKey(repoUrl));
    const keys = defined({
      nameKey: name === undefined ? name : nameKey(name),
      repoKey: repoUrl === undefined ? repoUrl : repositoryKey(repoUrl),
    });
    await this.uow.manager
      .getRepository(Mcp)
      .update({ id }, { ...change, ...keys, updatedAt: currentDate() });
  }

  /**
   * Whatever repository is at an address that somebody gives to an MCP is its repository: forgets which one it was if the
   * address is another one, or if another repository has taken it. Whether one had.
   */
  async forgetRepository(id: string, repoKey: string): Promise<boolean> {
    const row = await this.uow.row<{ wasTaken: boolean }>(
      `UPDATE mcp m SET repo_identity = NULL, repo_confirmed = false, repo_taken_by = NULL
         FROM (SELECT repo_taken_by IS NOT NULL AS was_taken FROM mcp WHERE id = $1) before
        WHERE m.id = $1 AND (m.repo_key <> $2 OR m.repo_taken_by IS NOT NULL)
       RETURNING before.was_taken AS "wasTaken"`,
      [id, repoKey],
    );
    return row?.wasTaken === true;
  }

  /** Replaces the tags of an MCP. An unknown tag violates `mcp_tag_tag_id_fkey`. */
  async setTags(id: string, tagIds: readonly string[]): Promise<void> {
    await this.uow.rows(
      `WITH taken AS (DELETE FROM mcp_tag WHERE mcp_id = $1 AND tag_id <> ALL($2::uuid[])),
            changed AS (UPDATE mcp SET updated_at = now() WHERE id = $1)
       INSERT INTO mcp_tag (mcp_id, tag_id)
       SELECT DISTINCT $1::uuid, unnest($2::uuid[])
       ON CONFLICT ON CONSTRAINT mcp_tag_pkey DO NOTHING`,
      [id, tagIds],
    );
  }

  /** Deletes an MCP and its versions; snapshots stay. */
  async delete(id: string): Promise<void> {
    await this.uow.rows('DELETE FROM mcp WHERE id = $1', [id]);
  }
}
