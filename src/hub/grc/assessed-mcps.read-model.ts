import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { currentSnapshot } from './current-snapshots.js';

/** An MCP of an organization with a complete analysis. */
export interface AssessedMcp {
  readonly mcpId: string;
  readonly mcpName: string;
  readonly versionId: string;
  /** Its current snapshot, and when that was recorded. */
  readonly snapshotId: string;
  readonly evaluatedAt: Date;
}

/** Which MCPs of an organization to read; undefined means all. */
export interface AssessedFilter {
  readonly orgId: string;
  readonly mcpId: string | undefined;
}

/** The result of a control for an MCP. */
export interface ControlResultRow {
  readonly snapshotId: string;
  readonly controlId: string;
  readonly passed: boolean;
  readonly severity: string;
  readonly message: string;
  readonly applicable: boolean;
  readonly observable: boolean;
  /** Ids of the findings that made it fail. */
  readonly findingIds: readonly string[];
}

/** An MCP with what the next page begins after: the time of its creation, with all digits. */
type ListedMcp = AssessedMcp & { readonly createdAt: string };

const FIRST = { createdAt: '-infinity', mcpId: '00000000-0000-0000-0000-000000000000' };

const SNAPSHOT = 's.id, s.version_id, s.created_at';

/** The analyzed MCPs of organizations, and the results of their controls. */
@Injectable()
export class AssessedMcpsReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** The next MCPs in the order of their creation, at most `limit`. */
  listAfter(
    { orgId, mcpId }: AssessedFilter,
    after: ListedMcp | undefined,
    limit: number,
  ): Promise<ListedMcp[]> {
    const last = after ?? FIRST;
    return this.uow.rows<ListedMcp>(
      `SELECT m.id AS "mcpId", m.name AS "mcpName", m.created_at::text AS "createdAt", s.version_id AS "versionId",
              s.id AS "snapshotId", s.created_at AS "evaluatedAt"
         FROM mcp m
        CROSS JOIN ${currentSnapshot(SNAPSHOT)} s
        WHERE m.org_id = $1 AND (m.created_at, m.id) > ($2::timestamptz, $3::uuid)
              ${mcpId === undefined ? '' : 'AND m.id = $5'}
        ORDER BY m.created_at, m.id
        LIMIT $4`,
      [orgId, last.createdAt, last.mcpId, limit, ...(mcpId === undefined ? [] : [mcpId])],
    );
  }

  /** When a finding of the organization changed last; null without any. */
  async findingsChangedAt(orgId: string): Promise<Date | null> {
    const row = await this.uow.row<{ readonly at: Date | null }>(
      'SELECT max(updated_at) AS at FROM finding WHERE org_id = $1',
      [orgId],
    );
    return row?.at ?? null;
  }

  /** The results of controls for snapshots of the organization's MCPs, by MCP in the given order. */
  results(
    orgId: string,
    mcps: readonly AssessedMcp[],
    controlIds: readonly string[],
  ): Promise<ControlResultRow[]> {
    return this.uow.rows<ControlResultRow>(
      `SELECT c.snapshot_id AS "snapshotId", c.control_id AS "controlId", c.passed, c.severity, c.message, c.applicable,
              c.observable,
              ARRAY(SELECT f.id FROM finding f
                     WHERE f.mcp_id = m.id AND f.fingerprint = ANY (c.evidence_fingerprints)
                     ORDER BY f.id) AS "findingIds"
         FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS listed (snapshot_id, mcp_id, position)
         JOIN mcp m ON m.id = listed.mcp_id AND m.org_id = $3
         JOIN control_result c ON c.snapshot_id = listed.snapshot_id AND c.control_id = ANY ($4)
        ORDER BY listed.position, c.control_id`,
      [mcps.map(({ snapshotId }) => snapshotId), mcps.map(({ mcpId }) => mcpId), orgId, controlIds],
    );
  }
}
