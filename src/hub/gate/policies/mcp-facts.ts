import type { ReportedStart } from '@mcp-hub/analyzer';
import {
  SEVERITIES,
  type McpOrigin,
  type McpVersionStatus,
  type Severity,
} from '../../catalog/mcps/mcp-values.js';
import { DECLARED_FACT, DECLARED_FACTS, type DeclaredFacts } from './declared-facts.js';
import { SURFACE_FACT, SURFACE_FACTS, type SurfaceFacts } from './surface-facts.js';

/** Severities of findings, worst first, and `none`. */
export const SEVERITY_BOUNDS = [...SEVERITIES, 'none'] as const;
export type SeverityBound = Severity | 'none';

/** Facts about an analyzed version that policies evaluate. Null: not known. */
export interface McpFacts {
  /** `owner/slug` as a key for comparisons. */
  readonly nameKey: string;
  readonly origin: McpOrigin;
  /** Keys of the licenses in the server's license expression. */
  readonly licenses: readonly string[] | null;
  /** When the version was added to the catalog. */
  readonly createdAt: Date;
  readonly globalScore: number;
  readonly certificationLevel: number | null;
  /** Severity of the worst open finding. */
  readonly worstFinding: SeverityBound;
  /** Letters of the classes with findings. */
  readonly classes: readonly string[];
  /** Whether each control passed, by its id. */
  readonly controls: ReadonlyMap<string, boolean>;
  /** The versions of MCP that it speaks. */
  readonly protocolVersions: readonly string[] | null;
  /** Only where a policy is about it. */
  readonly surface: SurfaceFacts | null;
  /** Only where a policy is about it. */
  readonly declared: DeclaredFacts | null;
  /** Whether it offers anything to clients. */
  readonly isServer: boolean | null;
}

/** What policies evaluate of a server. */
export interface ServerFacts {
  readonly nameKey: string;
  readonly license: string;
  readonly origin: McpOrigin;
}

/** What policies evaluate of an analysis. */
export interface SnapshotFacts {
  readonly id: string;
  readonly globalScore: number;
  readonly critical: number;
  readonly high: number;
  readonly medium: number;
  readonly low: number;
  /** Of what the version offers to clients, `sha256:<hex>`; null if that is not known. */
  readonly surfaceDigest: string | null;
  readonly classes: readonly string[];
  /** The versions of MCP that the version speaks; null if they are not known, or the analysis did not look. */
  readonly protocolVersions: readonly string[] | null;
  /** Which of the requested controls passed; controls without a result are left out. */
  readonly controls: Readonly<Record<string, boolean>>;
  /** Null unless it was requested. */
  readonly surface: SurfaceFacts | null;
  readonly declared: DeclaredFacts | null;
  /** Null for an analysis that does not say it. */
  readonly start: ReportedStart | null;
}

/** What policies evaluate of a version. */
export interface VersionFacts {
  readonly status: McpVersionStatus;
  readonly certificationLevel: number | null;
  readonly createdAt: Date;
  /** Whether it is revoked in the registry, and why; null if it is not, empty without a reason. */
  readonly revoked: string | null;
  /** Null without a complete analysis. */
  readonly snapshot: SnapshotFacts | null;
}

/** SQL: the columns of `mcp_version v` among `VersionFacts`. */
export const VERSION_FACTS = `
  v.status, v.certification_level AS "certificationLevel", v.created_at AS "createdAt",
  CASE WHEN v.revoked_at IS NOT NULL THEN coalesce(v.revoked_reason, '') END AS revoked`;

/**
 * SQL: `SnapshotFacts` of `snapshot s` of `mcp_version v`.
 * @param controls an array with the ids of the controls to read, and those of other facts (`SURFACE_FACT`, `DECLARED_FACT`);
 *   undefined for all
 */
export const snapshotFacts = (controls?: string): string => `
  json_build_object(
    'id', s.id, 'globalScore', s.global_score, 'critical', s.critical_findings, 'high', s.high_findings,
    'medium', s.medium_findings, 'low', s.low_findings, 'surfaceDigest', s.surface_digest,
    'classes', s.finding_classes, 'start', s.start,
    'protocolVersions', nullif(s.surface -> 'protocol_versions', 'null'::jsonb),
    'controls', (SELECT coalesce(json_object_agg(c.control_id, c.passed), '{}')
                   FROM control_result c
                  WHERE c.snapshot_id = s.id${controls === undefined ? '' : ` AND c.control_id = ANY (${controls})`}),
    'surface', ${requested(SURFACE_FACT, SURFACE_FACTS, controls)},
    'declared', ${requested(DECLARED_FACT, DECLARED_FACTS, controls)})`;

const requested = (id: string, fact: string, controls: string | undefined): string =>
  controls === undefined ? fact : `CASE WHEN '${id}' = ANY (${controls}) THEN ${fact} END`;

/**
 * SQL that joins the latest complete analysis of `mcp_version v` as `analysis.snapshot`, null without one, with its
 * time `analysis.at`.
 * @param controls the parameter with the ids of the controls to read
 */
export const latestAnalysis = (controls: string): string => `
    LEFT JOIN LATERAL (
      SELECT ${snapshotFacts(`${controls}::text[]`)} AS snapshot, s.created_at AS at
        FROM snapshot s
       WHERE s.version_id = v.id AND s.complete
       ORDER BY s.created_at DESC, s.id DESC
       LIMIT 1) AS analysis ON true`;

/**
 * What policies know of a version with a complete analysis.
 * @param licenses those in the license of the server
 */
export const mcpFacts = (
  { nameKey, origin }: ServerFacts,
  { certificationLevel, createdAt }: VersionFacts,
  snapshot: SnapshotFacts,
  licenses: McpFacts['licenses'],
): McpFacts => ({
  nameKey,
  origin,
  licenses,
  createdAt,
  globalScore: snapshot.globalScore,
  certificationLevel,
  worstFinding: worstOf(snapshot),
  classes: snapshot.classes,
  protocolVersions: snapshot.protocolVersions,
  controls: new Map(Object.entries(snapshot.controls)),
  surface: snapshot.surface,
  declared: snapshot.declared,
  isServer: snapshot.start?.is_server ?? null,
});

const worstOf = (snapshot: SnapshotFacts): SeverityBound =>
  SEVERITIES.find((severity) => snapshot[severity] > 0) ?? 'none';
