import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { canBeNewest, isOlder, newestFirst } from '../version-order/newest-version.js';
import type { ControlResult } from './control-result.entity.js';
import { Snapshot } from './snapshot.entity.js';
import type { EarlierSurface } from './surface-difference.js';

/** The end of an MCP's chain. */
export interface LastSnapshot {
  readonly id: string;
  readonly position: number;
  readonly snapshotHash: string;
  readonly createdAt: Date;
}

/** A control result without its ids. */
export type NewControlResult = Omit<ControlResult, 'id' | 'snapshotId' | 'snapshot'>;

/** SQL of the chain of snapshots. */
@Injectable()
export class SnapshotsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** The last snapshot of an MCP, which the caller has locked. */
  lastOf(mcpId: string): Promise<LastSnapshot | undefined> {
    return this.uow.row<LastSnapshot>(
      `SELECT id, position, snapshot_hash AS "snapshotHash", created_at AS "createdAt"
         FROM snapshot WHERE mcp_id = $1 ORDER BY position DESC LIMIT 1`,
      [mcpId],
    );
  }

  /**
   * The surface of the version before this one that has been analyzed completely: of those that were there when this one
   * came, the newest that it follows. So a repeated analysis is compared with the same one, and a patch of an old line
   * with that line.
   */
  surfaceBefore(versionId: string): Promise<EarlierSurface | undefined> {
    return this.uow.row<EarlierSurface>(
      `SELECT earlier.id AS "snapshotId", earlier.surface, earlier.package ->> 'version' AS "packageVersion"
         FROM mcp_version v
         JOIN mcp_version o ON o.mcp_id = v.mcp_id AND (o.created_at, o.id) < (v.created_at, v.id)
                           AND ${canBeNewest('o')} AND (v.preview OR ${isOlder('o', 'v')})
        CROSS JOIN LATERAL (
          SELECT s.id, s.surface, s.package FROM snapshot s
           WHERE s.version_id = o.id AND s.complete
           ORDER BY s.created_at DESC, s.id DESC
           LIMIT 1) AS earlier
        WHERE v.id = $1
        ORDER BY ${newestFirst('o')}
        LIMIT 1`,
      [versionId],
    );
  }

  /** Concurrent inserts at one position fail on its unique key (`snapshot_position_key`). */
  async insert(snapshot: Snapshot, controls: readonly NewControlResult[]): Promise<void> {
    await this.uow.manager.getRepository(Snapshot).insert(snapshot);
    await this.uow.rows(
      `INSERT INTO control_result
         (id, snapshot_id, control_id, control_name, control_category, passed, severity, message,
          evidence_fingerprints, applicable, observable)
       SELECT gen_random_uuid(), $1, c."controlId", c."controlName", c."controlCategory", c.passed, c.severity,
              c.message, ARRAY(SELECT jsonb_array_elements_text(c."evidenceFingerprints")), c.applicable, c.observable
         FROM jsonb_to_recordset($2::jsonb) AS c
              ("controlId" text, "controlName" text, "controlCategory" text, passed boolean, severity text,
               message text, "evidenceFingerprints" jsonb, applicable boolean, observable boolean)`,
      [snapshot.id, JSON.stringify(controls)],
    );
  }
}
