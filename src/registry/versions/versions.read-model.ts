import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { VersionStatus } from './version-status.js';

/** A line of a version list. */
export interface VersionSummaryRow {
  readonly id: string;
  readonly version: string;
  readonly status: VersionStatus;
  readonly gitSha: string;
  readonly createdAt: Date;
  /** `createdAt` as the database writes it, in microseconds: the position of the row in the list. */
  readonly position: string;
}

/** Where a batch begins: after this row. */
export interface VersionPosition {
  readonly position: string;
  readonly id: string;
}

/** Lists the versions of a package, newest first. */
@Injectable()
export class VersionsReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** At most `limit` versions after a position. */
  batch(packageId: string, limit: number, after?: VersionPosition): Promise<VersionSummaryRow[]> {
    const from = after === undefined ? '' : 'AND (created_at, id) < ($3::timestamptz, $4::uuid)';
    return this.uow.rows<VersionSummaryRow>(
      `SELECT id, version, status, git_sha AS "gitSha", created_at AS "createdAt", created_at::text AS position
         FROM registry_version
        WHERE package_id = $1 ${from}
        ORDER BY created_at DESC, id DESC
        LIMIT $2`,
      [packageId, limit, ...(after === undefined ? [] : [after.position, after.id])],
    );
  }
}
