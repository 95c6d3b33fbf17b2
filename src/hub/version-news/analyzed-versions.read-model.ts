import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { McpOrigin } from '../mcps/mcp-values.js';
import type { SurfaceDifference } from '../snapshots/surface-difference.js';

/** A version with the results of a complete analysis. */
export interface AnalyzedVersion {
  readonly snapshotId: string;
  readonly mcpId: string;
  readonly mcpName: string;
  readonly nameKey: string;
  /** That of the MCP; null for the platform's catalog. */
  readonly orgId: string | null;
  readonly isPublic: boolean;
  /** Whether the organization of the MCP is suspended or deleted. */
  readonly withdrawn: boolean;
  readonly license: string;
  readonly origin: McpOrigin;
  readonly versionId: string;
  readonly visibleVersion: string;
  readonly semver: string | null;
  readonly createdAt: Date;
  readonly certificationLevel: number | null;
  /** Null if it is not revoked in the registry; empty without a reason. */
  readonly revoked: string | null;
  readonly globalScore: number;
  readonly critical: number;
  readonly high: number;
  readonly medium: number;
  readonly low: number;
  readonly classes: readonly string[];
  /** Whether each control passed, by its id. */
  readonly controls: Readonly<Record<string, boolean>>;
  /** What differs from the version before; null if there is none. */
  readonly difference: SurfaceDifference | null;
}

/** Queries of analyzed versions, for comparisons. */
@Injectable()
export class AnalyzedVersionsReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** By a snapshot; undefined if its version was deleted. */
  find(snapshotId: string): Promise<AnalyzedVersion | undefined> {
    return this.uow.row<AnalyzedVersion>(
      `SELECT s.id AS "snapshotId", m.id AS "mcpId", m.name AS "mcpName", m.name_key AS "nameKey", m.org_id AS "orgId",
              m.visibility = 'public' AS "isPublic", m.withdrawn, m.license, m.origin, v.id AS "versionId",
              v.visible_version AS "visibleVersion", v.semver, v.created_at AS "createdAt",
              v.certification_level AS "certificationLevel",
              CASE WHEN v.revoked_at IS NOT NULL THEN coalesce(v.revoked_reason, '') END AS revoked,
              s.global_score AS "globalScore", s.critical_findings AS critical, s.high_findings AS high,
              s.medium_findings AS medium, s.low_findings AS low, s.finding_classes AS classes,
              (SELECT coalesce(json_object_agg(c.control_id, c.passed), '{}')
                 FROM control_result c WHERE c.snapshot_id = s.id) AS controls,
              s.difference
         FROM snapshot s JOIN mcp_version v ON v.id = s.version_id JOIN mcp m ON m.id = v.mcp_id
        WHERE s.id = $1`,
      [snapshotId],
    );
  }
}
