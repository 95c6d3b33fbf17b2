import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { PublicationStatus } from './publication.entity.js';
import type { PublicationWarning } from './publication-warnings.js';

/** How far a publication is. */
export interface PublicationRow {
  readonly status: PublicationStatus;
  /** `<org>/<name>` in the registry; null before it is planned, as the version. */
  readonly packageId: string | null;
  readonly version: string | null;
  readonly attempts: number;
  readonly runAfter: Date;
  readonly warnings: readonly PublicationWarning[];
  readonly failureReason: string | null;
  readonly publishedAt: Date | null;
}

/** Queries of publications. */
@Injectable()
export class PublicationsReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  find(mcpId: string, versionId: string): Promise<PublicationRow | undefined> {
    return this.uow.row<PublicationRow>(
      `SELECT p.status, p.attempts, p.run_after AS "runAfter", p.warnings, p.failure_reason AS "failureReason",
              p.published_at AS "publishedAt", p.plan ->> 'version' AS version,
              (p.plan ->> 'org') || '/' || (p.plan ->> 'name') AS "packageId"
         FROM publication p JOIN mcp_version v ON v.id = p.version_id
        WHERE v.id = $2 AND v.mcp_id = $1`,
      [mcpId, versionId],
    );
  }
}
