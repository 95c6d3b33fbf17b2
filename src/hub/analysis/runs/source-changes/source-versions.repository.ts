import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../../storage/database/unit-of-work.js';
import { tagMovedTo } from '../../../catalog/version-order/moved-tags.js';
import { canBeNewest, newestFirst } from '../../../catalog/version-order/newest-version.js';

const NUMBER = `split_part($2, '+', 1)`;

/** A version that a tag has made. */
export interface TaggedVersion {
  readonly id: string;
  readonly commit: string;
  /** The commit that its tag names now, if it was moved. */
  readonly movedTo: string | null;
}

/** SQL of the versions that come from a repository. */
@Injectable()
export class SourceVersionsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Whether a commit of an MCP is a version that is more than a preview. */
  async hasCommit(mcpId: string, commit: string): Promise<boolean> {
    const row = await this.uow.row(
      'SELECT id FROM mcp_version WHERE mcp_id = $1 AND commit_hash = $2 AND NOT preview',
      [mcpId, commit],
    );
    return row !== undefined;
  }

  /** The last commit of an MCP's branch that nobody has released; undefined if it has none. */
  async lastCommit(mcpId: string): Promise<string | undefined> {
    const row = await this.uow.row<{ commit: string }>(
      `SELECT v.commit_hash AS commit FROM mcp_version v
        WHERE v.mcp_id = $1 AND v.release_key IS NULL AND ${canBeNewest('v')} ORDER BY ${newestFirst('v')} LIMIT 1`,
      [mcpId],
    );
    return row?.commit;
  }

  /** Locks an MCP, like the intake of its versions. */
  async lockMcp(mcpId: string): Promise<void> {
    await this.uow.rows('SELECT id FROM mcp WHERE id = $1 FOR NO KEY UPDATE', [mcpId]);
  }

  /**
   * The version of an MCP's repository that a tag has given a number, apart from build metadata: its only one, its highest
   * one or another. A process of an earlier version has written only the highest.
   */
  findTagged(mcpId: string, semver: string): Promise<TaggedVersion | undefined> {
    return this.uow.row<TaggedVersion>(
      `SELECT v.id, v.source ->> 'commit' AS commit, ${tagMovedTo('v', NUMBER)} AS "movedTo"
         FROM mcp_version v
        WHERE v.id = coalesce(
          (SELECT version_id FROM mcp_version_tag WHERE mcp_id = $1 AND number = ${NUMBER}),
          (SELECT id FROM mcp_version
            WHERE mcp_id = $1 AND split_part(semver, '+', 1) = ${NUMBER}
              AND source ->> 'kind' = 'repository' AND release_key IS NOT NULL AND NOT preview
            ORDER BY created_at, id LIMIT 1))`,
      [mcpId, semver],
    );
  }

  /** Records a number that a tag gives to a version, unless another version has had it before. */
  async addTag(mcpId: string, semver: string, versionId: string): Promise<void> {
    await this.uow.rows(
      `INSERT INTO mcp_version_tag (mcp_id, number, version_id) VALUES ($1, split_part($2, '+', 1), $3)
       ON CONFLICT DO NOTHING`,
      [mcpId, semver, versionId],
    );
  }

  /** Records to which commit a tag of a version was moved; null if it was moved back. The version shows that of its own number. */
  async setTagMoved(versionId: string, semver: string, commit: string | null): Promise<void> {
    await this.uow.rows(
      `UPDATE mcp_version_tag SET moved_to = $3 WHERE version_id = $1 AND number = split_part($2, '+', 1)`,
      [versionId, semver, commit],
    );
    await this.uow.rows(
      `UPDATE mcp_version SET tag_moved_to = $3, updated_at = now()
        WHERE id = $1 AND split_part(semver, '+', 1) = split_part($2, '+', 1)`,
      [versionId, semver, commit],
    );
  }
}
