import { Injectable } from '@nestjs/common';
import { readPage, type FoundPage, type Window } from '../../../storage/database/paging.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { AssessedMcp } from '../posture/assessed-mcps.read-model.js';
import { currentSnapshot } from '../posture/current-snapshots.js';

/** Number of MCPs with one result of a control. */
export interface ControlStatusCount {
  readonly controlId: string;
  readonly passed: boolean;
  readonly applicable: boolean;
  readonly observable: boolean;
  readonly count: number;
}

/** The current control results of an organization's MCPs. */
@Injectable()
export class OrgControlsReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  counts(orgId: string, controlIds: readonly string[]): Promise<ControlStatusCount[]> {
    return this.uow.rows<ControlStatusCount>(
      `SELECT c.control_id AS "controlId", c.passed, c.applicable, c.observable, count(*)::integer AS count
         FROM mcp m
        CROSS JOIN ${currentSnapshot('s.id')} s
         JOIN control_result c ON c.snapshot_id = s.id AND c.control_id = ANY ($2)
        WHERE m.org_id = $1
        GROUP BY 1, 2, 3, 4`,
      [orgId, controlIds],
    );
  }

  /** The MCPs with a complete analysis, by name. */
  mcps(orgId: string, page: Window): Promise<FoundPage<AssessedMcp>> {
    return readPage<AssessedMcp>(
      this.uow,
      {
        columns: `m.id AS "mcpId", m.name AS "mcpName", m.name_key AS key, s.version_id AS "versionId",
                  s.id AS "snapshotId", s.created_at AS "evaluatedAt"`,
        rows: `FROM mcp m CROSS JOIN ${currentSnapshot('s.id, s.version_id, s.created_at')} s WHERE m.org_id = $1`,
        values: [orgId],
        order: 'key, "mcpId"',
        key: 'mcpId',
      },
      page,
    );
  }
}
