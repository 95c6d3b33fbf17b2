import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import {
  snapshotFacts,
  VERSION_FACTS,
  type ServerFacts,
  type SnapshotFacts,
  type VersionFacts,
} from '../policies/mcp-facts.js';
import type { SurfaceDifference } from '../../catalog/snapshots/surface-difference.js';

/** A version with the results of a complete analysis. */
export interface NewsVersion extends ServerFacts, VersionFacts {
  readonly snapshot: SnapshotFacts;
  readonly mcpId: string;
  readonly mcpName: string;
  /** That of the MCP; null for the platform's catalog. */
  readonly orgId: string | null;
  readonly isPublic: boolean;
  /** Whether the organization of the MCP is suspended or deleted. */
  readonly withdrawn: boolean;
  readonly versionId: string;
  readonly visibleVersion: string;
  readonly semver: string | null;
  /** What differs from the version before; null if there is none. */
  readonly difference: SurfaceDifference | null;
}

/** Queries of analyzed versions, for comparisons. */
@Injectable()
export class AnalyzedVersionsReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** By a snapshot; undefined if its version was deleted. */
  find(snapshotId: string): Promise<NewsVersion | undefined> {
    return this.uow.row<NewsVersion>(
      `SELECT m.id AS "mcpId", m.name AS "mcpName", m.name_key AS "nameKey", m.org_id AS "orgId",
              m.visibility = 'public' AS "isPublic", m.withdrawn, m.license, m.origin, v.id AS "versionId",
              v.visible_version AS "visibleVersion", v.semver, ${VERSION_FACTS}, ${snapshotFacts()} AS snapshot,
              s.difference
         FROM snapshot s JOIN mcp_version v ON v.id = s.version_id JOIN mcp m ON m.id = v.mcp_id
        WHERE s.id = $1`,
      [snapshotId],
    );
  }
}
