import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { currentSnapshot } from '../../hub/assurance/posture/current-snapshots.js';
import { PROFILE_COLUMNS, type McpProfile } from '../../hub/catalog/mcps/mcp.entity.js';
import type { VersionSource } from '../../hub/catalog/mcps/version-source.js';

/** The MCP and the version of a snapshot. Fields of a version that was deleted are null. */
export interface SubjectRow extends Readonly<McpProfile> {
  readonly mcpId: string;
  readonly mcpName: string;
  readonly repoUrl: string;
  readonly visibleVersion: string | null;
  readonly semver: string | null;
  readonly status: string | null;
  readonly source: VersionSource | null;
  readonly revokedAt: Date | null;
  readonly revokedReason: string | null;
}

/** A finding over time, and its suppression by an organization. */
export interface KnownFindingRow {
  readonly fingerprint: string;
  readonly status: string;
  readonly firstDetectedAt: Date;
  readonly reason: string | null;
  readonly authorName: string | null;
  readonly expiresAt: Date | null;
}

/** An MCP of an organization with its current snapshot, if it has one. */
export interface OrganizationMcpRow {
  readonly id: string;
  readonly name: string;
  readonly visibleVersion: string | null;
  readonly globalScore: number | null;
  readonly grade: string | null;
  readonly certificationLevel: number | null;
  readonly analyzedAt: Date | null;
  readonly snapshotHash: string | null;
  readonly critical: number;
  readonly high: number;
  readonly medium: number;
  readonly low: number;
}

/** The average at a time. */
export interface TrendRow {
  readonly date: string;
  readonly analyzed: number;
  readonly average: number | null;
}

const open = (severity: string): string =>
  `coalesce(sum(count) FILTER (WHERE severity = '${severity}'), 0)::integer AS ${severity}`;

/** What reports show besides what other read models have. Callers have checked who may see it. */
@Injectable()
export class ReportDataReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** Undefined without the snapshot, or if its MCP was deleted. */
  subject(snapshotId: string): Promise<SubjectRow | undefined> {
    return this.uow.row<SubjectRow>(
      `SELECT m.id AS "mcpId", m.name AS "mcpName", m.repo_url AS "repoUrl", ${PROFILE_COLUMNS}, v.visible_version AS "visibleVersion", v.semver, v.status, v.source,
              v.revoked_at AS "revokedAt", v.revoked_reason AS "revokedReason"
         FROM snapshot s
         JOIN mcp m ON m.id = s.mcp_id
         LEFT JOIN mcp_version v ON v.id = s.version_id
        WHERE s.id = $1`,
      [snapshotId],
    );
  }

  /** The visible version of a snapshot; null if it was deleted. */
  async visibleVersion(versionId: string): Promise<string | null> {
    const row = await this.uow.row<{ readonly visibleVersion: string }>(
      'SELECT visible_version AS "visibleVersion" FROM mcp_version WHERE id = $1',
      [versionId],
    );
    return row?.visibleVersion ?? null;
  }

  /** What is known of findings of an MCP over time, with the suppressions of one organization. */
  knownFindings(mcpId: string, orgId: string, fingerprints: readonly string[]): Promise<KnownFindingRow[]> {
    return this.uow.rows<KnownFindingRow>(
      `SELECT f.fingerprint, f.status, f.first_detected_at AS "firstDetectedAt", s.reason,
              s.author_name AS "authorName", s.expires_at AS "expiresAt"
         FROM finding f
         LEFT JOIN suppression s ON s.finding_id = f.id AND s.org_id = $2 AND s.expires_at > now()
        WHERE f.mcp_id = $1 AND f.fingerprint = ANY ($3)`,
      [mcpId, orgId, fingerprints],
    );
  }

  /** The name of an organization; undefined without it. */
  async organizationName(orgId: string): Promise<string | undefined> {
    const row = await this.uow.row<{ readonly name: string }>(
      'SELECT display_name AS name FROM organization WHERE id = $1',
      [orgId],
    );
    return row?.name;
  }

  /** The MCPs of an organization, those with the most critical open findings first: at most `limit`. */
  mcps(orgId: string, limit: number): Promise<OrganizationMcpRow[]> {
    return this.uow.rows<OrganizationMcpRow>(
      `SELECT m.id, m.name, v.visible_version AS "visibleVersion", s.global_score AS "globalScore", s.grade,
              s.certification_level AS "certificationLevel", s.created_at AS "analyzedAt",
              s.snapshot_hash AS "snapshotHash", coalesce(c.critical, 0) AS critical, coalesce(c.high, 0) AS high,
              coalesce(c.medium, 0) AS medium, coalesce(c.low, 0) AS low
         FROM mcp m
         LEFT JOIN ${currentSnapshot('s.version_id, s.global_score, s.grade, s.certification_level, s.created_at, s.snapshot_hash')} s ON true
         LEFT JOIN mcp_version v ON v.id = s.version_id
         LEFT JOIN (
           SELECT mcp_id, ${['critical', 'high', 'medium', 'low'].map(open).join(', ')}
             FROM finding_count
            WHERE org_id = $1 AND status = 'open'
            GROUP BY mcp_id) c ON c.mcp_id = m.id
        WHERE m.org_id = $1
        ORDER BY critical DESC, high DESC, s.global_score NULLS LAST, m.name, m.id
        LIMIT $2`,
      [orgId, limit],
    );
  }

  /** The average score of an organization at these times, in their order. */
  trend(orgId: string, times: readonly Date[]): Promise<TrendRow[]> {
    return this.uow.rows<TrendRow>(
      `SELECT to_char(t.at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date, count(s.global_score)::integer AS analyzed,
              avg(s.global_score)::float8 AS average
         FROM unnest($2::timestamptz[]) WITH ORDINALITY AS t (at, position)
         LEFT JOIN mcp m ON m.org_id = $1
         LEFT JOIN ${currentSnapshot('s.global_score', 't.at')} s ON true
        GROUP BY t.at, t.position
        ORDER BY t.position
        LIMIT 100`,
      [orgId, times],
    );
  }
}
