import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
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

/** An MCP with the time of the last change of any finding of the organization; null without findings. */
export type ListedMcp = AssessedMcp & { readonly findingsChangedAt: Date | null };

// Subselects hide the number of MCPs from the planner. For thousands, it would read the results of all organizations, or compile
// the statement, which takes longer than executing it.
const LISTED = 'unnest((SELECT $1::uuid[]), (SELECT $2::uuid[])) AS listed (snapshot_id, mcp_id)';

const SNAPSHOT = 's.id, s.version_id, s.created_at';

/** The analyzed MCPs of organizations, and the results of their controls. */
@Injectable()
export class AssessedMcpsReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** The MCPs in the order of their creation, at most `limit`. */
  list({ orgId, mcpId }: AssessedFilter, limit: number): Promise<ListedMcp[]> {
    return this.uow.rows<ListedMcp>(
      `SELECT m.id AS "mcpId", m.name AS "mcpName", s.version_id AS "versionId", s.id AS "snapshotId",
              s.created_at AS "evaluatedAt",
              (SELECT max(updated_at) FROM finding WHERE org_id = $1) AS "findingsChangedAt"
         FROM mcp m
        CROSS JOIN ${currentSnapshot(SNAPSHOT)} s
        WHERE m.org_id = $1 ${mcpId === undefined ? '' : 'AND m.id = $3'}
        ORDER BY m.created_at, m.id
        LIMIT $2`,
      [orgId, limit, ...(mcpId === undefined ? [] : [mcpId])],
    );
  }

  /** By MCP in the given order, the number of findings that explain the results of its controls, at most. */
  async findingNumbers(orgId: string, mcps: readonly AssessedMcp[]): Promise<number[]> {
    const rows = await this.uow.rows<{ readonly snapshotId: string; readonly findings: number }>(
      `SELECT listed.snapshot_id AS "snapshotId", c.findings
         FROM ${LISTED}
         JOIN mcp m ON m.id = listed.mcp_id AND m.org_id = $3
        CROSS JOIN LATERAL (
           SELECT coalesce(sum(cardinality(evidence_fingerprints)), 0)::integer AS findings
             FROM control_result WHERE snapshot_id = listed.snapshot_id) c`,
      [...idsOf(mcps), orgId],
    );
    const numbers = new Map(rows.map(({ snapshotId, findings }) => [snapshotId, findings]));
    return mcps.map(({ snapshotId }) => numbers.get(snapshotId) ?? 0);
  }

  /** The results of controls for snapshots of the organization's MCPs, in any order. */
  results(
    orgId: string,
    mcps: readonly AssessedMcp[],
    controlIds: readonly string[],
  ): Promise<ControlResultRow[]> {
    return this.uow.rows<ControlResultRow>(
      `SELECT c.snapshot_id AS "snapshotId", c.control_id AS "controlId", c.passed, c.severity, c.message, c.applicable,
              c.observable,
              CASE WHEN cardinality(c.evidence_fingerprints) = 0 THEN '{}' ELSE
                ARRAY(SELECT f.id FROM finding f
                       WHERE f.mcp_id = m.id AND f.fingerprint = ANY (c.evidence_fingerprints)
                       ORDER BY f.id) END AS "findingIds"
         FROM ${LISTED}
         JOIN mcp m ON m.id = listed.mcp_id AND m.org_id = $3
        CROSS JOIN LATERAL (
           SELECT * FROM control_result
            WHERE snapshot_id = listed.snapshot_id AND control_id = ANY ($4) OFFSET 0) c`,
      [...idsOf(mcps), orgId, controlIds],
    );
  }
}

/** The ids of snapshots and MCPs, as parameters. */
const idsOf = (mcps: readonly AssessedMcp[]) => [
  mcps.map(({ snapshotId }) => snapshotId),
  mcps.map(({ mcpId }) => mcpId),
];
