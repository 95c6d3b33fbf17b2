import { Injectable } from '@nestjs/common';
import { nameKey } from '../../../common/values/names.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { McpVersionStatus } from '../../catalog/mcps/mcp-values.js';

/** A version that has the same number or the same bytes as a pushed one. */
export interface RelatedVersion {
  readonly semver: string | null;
  /** Whether its bytes are the pushed ones. */
  readonly hasBytes: boolean;
  readonly status: McpVersionStatus;
}

// A publisher to the registry may declare the digest of other bytes. The digest of a version is then followed by digits.
const HAS_BYTES = `(left(commit_hash, 64) = $3
  AND (source ->> 'kind' IS DISTINCT FROM 'registry' OR source ->> 'bundle_digest' = 'sha256:' || $3))`;

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

  /**
   * The versions of an MCP with this number, apart from build metadata, or these bytes, newest first.
   * @param digest of the bytes, as hexadecimal digits
   */
  findRelated(mcpId: string, semver: string, digest: string): Promise<RelatedVersion[]> {
    return this.uow.rows<RelatedVersion>(
      `SELECT semver, ${HAS_BYTES} AS "hasBytes", status FROM mcp_version
        WHERE mcp_id = $1 AND (split_part(semver, '+', 1) = split_part($2, '+', 1) OR ${HAS_BYTES})
        ORDER BY created_at DESC, id DESC
        LIMIT 1000`,
      [mcpId, semver, digest],
    );
  }
}
