import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { PUBLIC } from '../mcps/mcps.read-model.js';
import type { VersionState } from './version-state.js';

/** Versions and their active analyses. */
@Injectable()
export class VersionStatesReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** Of the versions with these ids that exist. The caller is responsible for who may see them. */
  of(ids: readonly string[]): Promise<VersionState[]> {
    return this.uow.rows<VersionState>(
      `SELECT v.id, v.status, v.failure_reason AS "failureReason", v.global_score AS "globalScore",
              v.certification_level AS "certificationLevel", (${PUBLIC}) AS "isPublic",
              (SELECT json_build_object('status', j.status, 'phase', j.phase, 'attempts', j.attempts)
                 FROM analysis_job j
                WHERE j.version_id = v.id AND j.status IN ('QUEUED', 'RUNNING') LIMIT 1) AS job
         FROM mcp_version v JOIN mcp m ON m.id = v.mcp_id
        WHERE v.id = ANY ($1::uuid[])`,
      [ids],
    );
  }
}
