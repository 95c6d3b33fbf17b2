import type { ReportedFinding } from '@mcp-hub/analyzer';
import { Injectable } from '@nestjs/common';
import { readPage, type FoundPage, type Window } from '../../../storage/database/paging.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { FindingStatus } from './finding-status.js';

/** A finding of a version, with what is known of it over time. */
export interface FindingRow {
  /** Null if the finding was never in the newest version of the MCP. */
  readonly id: string | null;
  readonly ordinal: number;
  readonly detail: ReportedFinding;
  readonly status: FindingStatus;
  readonly firstDetectedAt: Date | null;
  readonly lastSeenAt: Date | null;
  readonly resolvedAt: Date | null;
  /** Active ones of the caller's organizations. */
  readonly suppressions: readonly FindingSuppression[];
}

/** A suppression of a finding by an organization. */
export interface FindingSuppression {
  readonly id: string;
  readonly org_id: string;
  readonly reason: string;
  readonly author_name: string;
  /** Timestamps as the database formats them in JSON. */
  readonly created_at: string;
  readonly expires_at: string;
}

/** Which findings to list; empty lists and undefined mean all. */
export interface FindingFilter {
  readonly severities: readonly string[];
  readonly vulnerabilityClass: string | undefined;
  readonly status: FindingStatus | undefined;
}

/** A version of an MCP. */
export interface ListedVersion {
  readonly mcpId: string;
  readonly versionId: string;
}

const STATUS = `coalesce(f.status, 'resolved')`;

/**
 * SQL of the active suppressions of a finding `f`, as JSON. An organization has at most one for a finding.
 * @param orgIds SQL of an array: organizations whose suppressions the caller sees
 */
export const suppressionsSql = (orgIds: string): string => `
  SELECT coalesce(json_agg(json_build_object('id', s.id, 'org_id', s.org_id, 'reason', s.reason,
           'author_name', s.author_name, 'created_at', s.created_at, 'expires_at', s.expires_at)
           ORDER BY s.created_at, s.id), '[]')
    FROM suppression s
   WHERE s.finding_id = f.id AND s.org_id = ANY (${orgIds}) AND s.expires_at > now()`;

const COLUMNS = `
  f.id, x.ordinal, x.detail, ${STATUS} AS status, f.first_detected_at AS "firstDetectedAt",
  f.last_seen_at AS "lastSeenAt", f.resolved_at AS "resolvedAt",
  array_position(ARRAY['critical', 'high', 'medium', 'low'], x.severity) AS rank,
  (${suppressionsSql('$6::uuid[]')}) AS suppressions`;

/** Queries of findings. Callers have checked that the MCP is visible. */
@Injectable()
export class FindingsReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** Number of findings in the latest snapshot of a version that one of these organizations suppresses. */
  async countSuppressed(orgIds: readonly string[], { mcpId, versionId }: ListedVersion): Promise<number> {
    const row = await this.uow.row<{ count: number }>(
      `SELECT count(DISTINCT f.id)::integer AS count
         FROM suppression s
         JOIN finding f ON f.id = s.finding_id AND f.mcp_id = $2
         JOIN version_finding x ON x.version_id = $3 AND x.fingerprint = f.fingerprint
        WHERE s.org_id = ANY ($1::uuid[]) AND s.expires_at > now()`,
      [orgIds, mcpId, versionId],
    );
    return row?.count ?? 0;
  }

  /** A page of the findings in the latest snapshot of a version, worst first. */
  ofVersion(
    orgIds: readonly string[],
    { mcpId, versionId }: ListedVersion,
    { severities, vulnerabilityClass, status }: FindingFilter,
    page: Window,
  ): Promise<FoundPage<FindingRow>> {
    return readPage<FindingRow>(
      this.uow,
      {
        columns: COLUMNS,
        rows: `FROM version_finding x
               LEFT JOIN finding f ON f.mcp_id = $1 AND f.fingerprint = x.fingerprint
              WHERE x.version_id = $2
                AND (cardinality($3::text[]) = 0 OR x.severity = ANY($3))
                AND ($4::text IS NULL OR x.vulnerability_class = $4)
                AND ($5::text IS NULL OR ${STATUS} = $5)
                AND $6::uuid[] IS NOT NULL`,
        values: [mcpId, versionId, severities, vulnerabilityClass ?? null, status ?? null, orgIds],
        order: 'rank, ordinal',
        key: 'ordinal',
      },
      page,
    );
  }
}
