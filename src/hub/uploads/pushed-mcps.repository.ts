import { Injectable } from '@nestjs/common';
import { nameKey } from '../../common/values/names.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { McpVersionStatus } from '../mcps/mcp-values.js';

/** A version that has the same number or the same bytes as a pushed one. */
export interface RelatedVersion {
  readonly semver: string | null;
  readonly commitHash: string;
  readonly status: McpVersionStatus;
}

/** SQL of the MCPs that uploads become versions of. */
@Injectable()
export class PushedMcpsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** The MCP of an organization with a name, in any spelling. */
  find(orgId: string, name: string): Promise<{ readonly id: string; readonly name: string } | undefined> {
    return this.uow.row('SELECT id, name FROM mcp WHERE org_id = $1 AND name_key = $2', [
      orgId,
      nameKey(name),
    ]);
  }

  /** The versions of an MCP with this number, apart from build metadata, or this commit, newest first. */
  findRelated(mcpId: string, semver: string, commitHash: string): Promise<RelatedVersion[]> {
    return this.uow.rows<RelatedVersion>(
      `SELECT semver, commit_hash AS "commitHash", status FROM mcp_version
        WHERE mcp_id = $1 AND (split_part(semver, '+', 1) = split_part($2, '+', 1) OR commit_hash = $3)
        ORDER BY created_at DESC, id DESC
        LIMIT 1000`,
      [mcpId, semver, commitHash],
    );
  }
}
