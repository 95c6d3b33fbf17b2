import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { currentSnapshot } from './current-snapshots.js';

/** Numbers of MCPs that pass and fail a control. */
export interface ControlCount {
  readonly controlId: string;
  readonly passed: number;
  readonly failed: number;
}

/** Counts of control results. */
@Injectable()
export class ControlsReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** By control, over the current snapshots of the organization's MCPs. Controls without results are left out. */
  counts(orgId: string, controlIds: readonly string[]): Promise<ControlCount[]> {
    return this.uow.rows<ControlCount>(
      `SELECT c.control_id AS "controlId", (count(*) FILTER (WHERE c.passed))::integer AS passed,
              (count(*) FILTER (WHERE NOT c.passed))::integer AS failed
         FROM mcp m
        CROSS JOIN ${currentSnapshot('s.id')} s
         JOIN control_result c ON c.snapshot_id = s.id AND c.control_id = ANY ($2)
        WHERE m.org_id = $1
        GROUP BY c.control_id`,
      [orgId, controlIds],
    );
  }
}
