import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { McpOrigin, McpVersionStatus } from '../mcps/mcp-values.js';
import type { VersionReference } from './version-reference.js';

/** A server that matches a requested name. */
export interface NamedServer {
  readonly nameKey: string;
  readonly id: string;
  readonly license: string;
  readonly origin: McpOrigin;
  /** Whether it belongs to the requesting organization. */
  readonly own: boolean;
  /** Whether its organization is suspended or deleted. */
  readonly withdrawn: boolean;
}

/** A requested version of a server. */
export interface WantedVersion {
  readonly mcpId: string;
  readonly reference: VersionReference;
}

/** A version that matches a reference, with its latest complete analysis. */
export interface FoundVersion {
  /** Index among the requested versions (`wanted`), from 0. */
  readonly index: number;
  /** Whether the reference matches other commits, too, that may be meant. */
  readonly ambiguous: boolean;
  /** Whether it is revoked in the registry, and why; null if it is not, empty without a reason. */
  readonly revoked: string | null;
  readonly status: McpVersionStatus;
  readonly certificationLevel: number | null;
  readonly createdAt: Date;
  /** Null without a complete analysis. */
  readonly snapshot: SnapshotFacts | null;
}

export interface SnapshotFacts {
  readonly globalScore: number;
  readonly critical: number;
  readonly high: number;
  readonly medium: number;
  readonly low: number;
  readonly classes: readonly string[];
  /** Which of the requested controls passed; controls without a result are left out. */
  readonly controls: Readonly<Record<string, boolean>>;
}

/**
 * The catalog queries of an evaluation: two statements for any number of servers. Each takes arrays, so that the
 * database executes them as joins.
 */
@Injectable()
export class CiCatalogReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Finds the servers with these names: for each name at most two, the organization's own first, then public ones,
   * withdrawn ones last. Other organizations' private servers are not found.
   */
  findServers(orgId: string, nameKeys: readonly string[]): Promise<NamedServer[]> {
    return this.uow.rows<NamedServer>(
      `SELECT wanted.name_key AS "nameKey", found.*
         FROM unnest($2::text[]) AS wanted (name_key)
        CROSS JOIN LATERAL (
          SELECT id, license, origin, org_id IS NOT NULL AND org_id = $1 AS own, withdrawn
            FROM mcp
           WHERE mcp.name_key = wanted.name_key AND (visibility = 'public' OR org_id = $1)
           ORDER BY own DESC, withdrawn, id
           LIMIT 2) AS found`,
      [orgId, nameKeys],
    );
  }

  /**
   * Finds the versions that the references match; references without a match are left out.
   * @param controls ids of the controls to read
   */
  findVersions(wanted: readonly WantedVersion[], controls: readonly string[]): Promise<FoundVersion[]> {
    return this.uow.rows<FoundVersion>(FIND_VERSIONS, [
      wanted.map(({ mcpId }) => mcpId),
      wanted.map(({ reference }) => reference.text),
      wanted.map(({ reference }) => reference.semver),
      wanted.map(({ reference }) => reference.commit),
      controls,
    ]);
  }
}

/**
 * A reference is tried as `latest`, visible version, semantic version and commit, in this order; the first kind that
 * matches wins. `latest` passes over revoked versions, as in the registry. Each lookup uses an index, so that the cost does not grow with the number of stored versions.
 *
 * A semantic version refers to the newest analyzed of several commits, because a version that was not certified can be
 * replaced (hub contract 19). It is ambiguous if another of them is certified.
 */
const FIND_VERSIONS = `
  WITH wanted AS (
    SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[])
      WITH ORDINALITY AS wanted (mcp_id, text, semver, commit, ordinal)
  ), meant AS (
    SELECT ordinal, 0 AS kind, latest.*
      FROM wanted
     CROSS JOIN LATERAL (
       SELECT id, commit_hash, created_at, status FROM mcp_version
        WHERE mcp_version.mcp_id = wanted.mcp_id AND mcp_version.revoked_at IS NULL
        ORDER BY created_at DESC, id DESC LIMIT 1) AS latest
     WHERE text = 'latest'
    UNION ALL
    SELECT ordinal, 1, id, commit_hash, created_at, status
      FROM wanted JOIN mcp_version v ON v.mcp_id = wanted.mcp_id AND v.visible_version = wanted.text
    UNION ALL
    SELECT ordinal, 2, id, commit_hash, created_at, status
      FROM wanted JOIN mcp_version v ON v.mcp_id = wanted.mcp_id AND v.semver = wanted.semver
    UNION ALL
    SELECT ordinal, 3, id, commit_hash, created_at, status
      FROM wanted JOIN mcp_version v
        ON v.mcp_id = wanted.mcp_id AND left(v.commit_hash, 7) = left(wanted.commit, 7)
       AND starts_with(v.commit_hash, wanted.commit)
  ), chosen AS (
    SELECT DISTINCT ON (ordinal) ordinal, id,
           CASE kind
             WHEN 2 THEN count(*) FILTER (WHERE status IN ('CERTIFIED', 'PUBLISHED')) OVER of_kind
                       > (status IN ('CERTIFIED', 'PUBLISHED'))::integer
             ELSE min(commit_hash) OVER of_kind <> max(commit_hash) OVER of_kind
           END AS ambiguous
      FROM meant
    WINDOW of_kind AS (PARTITION BY ordinal, kind)
     ORDER BY ordinal, kind, (kind = 2 AND status NOT IN ('CERTIFIED', 'NOT_CERTIFIED', 'PUBLISHED')),
              created_at DESC, id DESC
  )
  SELECT chosen.ordinal::integer - 1 AS index, chosen.ambiguous, v.status,
         CASE WHEN v.revoked_at IS NOT NULL THEN coalesce(v.revoked_reason, '') END AS revoked,
         v.certification_level AS "certificationLevel", v.created_at AS "createdAt", analysis.snapshot
    FROM chosen
    JOIN mcp_version v ON v.id = chosen.id
    LEFT JOIN LATERAL (
      SELECT json_build_object(
               'globalScore', s.global_score, 'critical', s.critical_findings, 'high', s.high_findings,
               'medium', s.medium_findings, 'low', s.low_findings, 'classes', s.finding_classes,
               'controls', (SELECT coalesce(json_object_agg(c.control_id, c.passed), '{}')
                              FROM control_result c
                             WHERE c.snapshot_id = s.id AND c.control_id = ANY ($5::text[]))) AS snapshot
        FROM snapshot s
       WHERE s.version_id = v.id AND s.complete
       ORDER BY s.created_at DESC, s.id DESC
       LIMIT 1) AS analysis ON true`;
