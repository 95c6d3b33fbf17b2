import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { McpOrigin, McpVersionStatus } from '../mcps/mcp-values.js';
import type { VersionReference } from './version-reference.js';

/** A server that a name means to an organization. */
export interface NamedServer {
  readonly nameKey: string;
  readonly id: string;
  readonly license: string;
  readonly origin: McpOrigin;
  /** It is the organization's own. */
  readonly own: boolean;
  /** The organization that has it is suspended or deleted. */
  readonly withdrawn: boolean;
}

/** A version of a server that is asked for. */
export interface WantedVersion {
  readonly mcpId: string;
  readonly reference: VersionReference;
}

/** A version that is found, with its newest complete analysis. */
export interface FoundVersion {
  /** Place among those that were asked for, from 0. */
  readonly place: number;
  /** Versions of several commits are meant; this is the newest. */
  readonly ambiguous: boolean;
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
  /** Whether it passes the controls that were asked for, where that is known. */
  readonly controls: Readonly<Record<string, boolean>>;
}

/**
 * What an evaluation reads of the catalog: two statements, however many servers it is about. Each takes arrays, so that
 * the database makes joins of them.
 */
@Injectable()
export class CiCatalogReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * The servers that names mean: of each name the organization's own, if there is one, and public ones, two at most in
   * all, withdrawn ones last. Those that are private to others are not found.
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

  /** The versions that references mean; nothing for those that mean none. `controls` are the ids that matter. */
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
 * A reference is tried as `latest`, visible version, semantic version and commit; the first that means something counts.
 * Each by an index, so that the work does not grow with the versions that nobody asks for.
 */
const FIND_VERSIONS = `
  WITH wanted AS (
    SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[])
      WITH ORDINALITY AS wanted (mcp_id, text, semver, commit, place)
  ), meant AS (
    SELECT place, 0 AS way, latest.*
      FROM wanted
     CROSS JOIN LATERAL (
       SELECT id, commit_hash, created_at FROM mcp_version
        WHERE mcp_version.mcp_id = wanted.mcp_id ORDER BY created_at DESC, id DESC LIMIT 1) AS latest
     WHERE text = 'latest'
    UNION ALL
    SELECT place, 1, id, commit_hash, created_at
      FROM wanted JOIN mcp_version v ON v.mcp_id = wanted.mcp_id AND v.visible_version = wanted.text
    UNION ALL
    SELECT place, 2, id, commit_hash, created_at
      FROM wanted JOIN mcp_version v ON v.mcp_id = wanted.mcp_id AND v.semver = wanted.semver
    UNION ALL
    SELECT place, 3, id, commit_hash, created_at
      FROM wanted JOIN mcp_version v
        ON v.mcp_id = wanted.mcp_id AND left(v.commit_hash, 7) = left(wanted.commit, 7)
       AND starts_with(v.commit_hash, wanted.commit)
  ), chosen AS (
    SELECT DISTINCT ON (place) place, id,
           min(commit_hash) OVER one_way <> max(commit_hash) OVER one_way AS ambiguous
      FROM meant
    WINDOW one_way AS (PARTITION BY place, way)
     ORDER BY place, way, created_at DESC, id DESC
  )
  SELECT chosen.place::integer - 1 AS place, chosen.ambiguous, v.status,
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
