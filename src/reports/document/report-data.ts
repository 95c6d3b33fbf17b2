import type {
  Distributable,
  FileCounts,
  FindingCounts,
  PackageIdentity,
  ReportedAdvisory,
  ReportedBundle,
  ReportedFinding,
  ReportedGroup,
  Severity,
  SurfaceSummary,
  Toolchain,
} from '@mcp-hub/analyzer';
import type { FrameworkCompliance } from '../../hub/assurance/posture/compliance.dto.js';
import type { RiskPosture } from '../../hub/assurance/posture/posture.dto.js';
import type { McpProfile } from '../../hub/catalog/mcps/mcp.entity.js';
import type { ScoreBreakdown } from '../../hub/catalog/snapshots/snapshot.entity.js';
import type { ToolChange } from '../../hub/catalog/snapshots/surface-difference.js';

/** The version of this schema: removing a field or changing its meaning raises the major version. */
export const REPORT_DATA_VERSION = '1.0.0';

/** What all reports have. Timestamps are ISO 8601 in UTC; the data is JSON. */
interface ReportFrame {
  readonly schema_version: typeof REPORT_DATA_VERSION;
  /** When the data was read; the document shows no later state. */
  readonly generated_at: string;
  /** The server that made the report, and its address without a slash at the end. */
  readonly hub: { readonly version: string; readonly public_url: string };
  /** Who the report was made for. */
  readonly organization: { readonly id: string; readonly name: string };
}

/** The MCP of a report. */
export interface ReportMcp extends Readonly<McpProfile> {
  readonly id: string;
  readonly name: string;
  readonly repo_url: string;
}

/** The version of a report; null fields are unknown. */
export interface ReportVersion {
  readonly id: string;
  readonly visible_version: string;
  readonly semver: string | null;
  readonly status: string;
  /** Where the source was fetched from, in words; null for versions that cannot be fetched again. */
  readonly source: string | null;
  readonly revoked_at: string | null;
  readonly revoked_reason: string | null;
}

/** Scores from 0 to 100. */
export interface ReportScores {
  readonly global_score: number;
  readonly security_score: number;
  readonly supply_chain_score: number;
  readonly maturity_score: number;
  readonly msss_score: number;
}

/** The results of the analysis. */
export interface ReportSnapshot extends ReportScores {
  readonly id: string;
  readonly created_at: string;
  readonly grade: string;
  readonly breakdown: ScoreBreakdown;
  readonly msss_level: number;
  /** 0 to 3. */
  readonly certification_level: number;
  readonly complete: boolean;
  readonly incomplete_reasons: readonly string[];
  readonly finding_counts: FindingCounts;
}

/** The result of a control. */
export interface ReportControl {
  readonly control_id: string;
  readonly control_name: string;
  /** `SECURITY`, `SUPPLY_CHAIN` or `MATURITY`. */
  readonly control_category: string;
  readonly passed: boolean;
  readonly severity: string;
  readonly message: string;
  readonly applicable: boolean;
  readonly observable: boolean;
}

/** A finding with what is known of it over time. Fields that findings of earlier analyses lack are filled in. */
export interface ReportFinding extends ReportedFinding {
  /** `open`, `resolved`, or null if the finding was never in the newest version of the MCP. */
  readonly status: string | null;
  readonly first_detected_at: string | null;
  /** The organization's own suppression; it changes no score. */
  readonly suppression: {
    readonly reason: string;
    readonly author_name: string;
    readonly expires_at: string;
  } | null;
}

/** Number of findings of a rule with one severity. */
export interface RuleCount {
  readonly rule_id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly findings: number;
}

/** A control whose result has changed. */
export interface ControlChange {
  readonly control_id: string;
  readonly control_name: string;
  readonly passed: boolean;
}

/** What differs from the snapshot before in the chain of the MCP. */
export interface ReportDifference {
  readonly snapshot_id: string;
  readonly created_at: string;
  readonly visible_version: string | null;
  readonly grade: string;
  readonly certification_level: number;
  readonly complete: boolean;
  readonly scores: ReportScores;
  /** Whether the same analyzer, rules, scoring and advisories made both; otherwise differences may be theirs. */
  readonly same_toolchain: boolean;
  /** By fingerprint; null if the findings of the previous snapshot could not be read. */
  readonly findings: {
    readonly added: FindingCounts;
    readonly removed: FindingCounts;
  } | null;
  readonly controls_changed: readonly ControlChange[];
  readonly tools_added: readonly string[];
  readonly tools_removed: readonly string[];
  readonly tools_changed: readonly ToolChange[];
  readonly capabilities_added: readonly string[];
  readonly capabilities_removed: readonly string[];
}

/** A dependency of the bill of materials. */
export interface ReportComponent {
  readonly name: string;
  /** Null if no lockfile resolves it; then the range. */
  readonly version: string | null;
  readonly range: string | null;
  readonly ecosystem: string;
  /** An SPDX expression, or the name of another license; null if unknown. */
  readonly license: string | null;
  readonly direct: boolean;
  readonly development: boolean;
  readonly install_script: boolean;
}

/** Dependencies with a license. */
export interface LicenseCount {
  /** Null for those without a known license. */
  readonly license: string | null;
  readonly components: number;
}

/** A dependency that was not compared with advisories, or a file whose dependencies are not known. */
export interface ReportUncompared {
  readonly name: string;
  readonly version: string | null;
  readonly because: string;
}

/** The dependencies and their advisories. */
export interface ReportDependencies {
  /** All components of the bill of materials, and the direct ones among them. */
  readonly total: number;
  readonly direct: number;
  readonly development: number;
  /** Whether the bill of materials covers every dependency. */
  readonly sbom_complete: boolean;
  /** False if some were not compared or are not known, so that the absence of matches proves nothing. */
  readonly advisories_observable: boolean;
  /** What was not compared with advisories, and why; undefined if the analysis did not say it. */
  readonly not_compared?: readonly ReportUncompared[];
  readonly advisories: readonly ReportedAdvisory[];
  /** Direct ones first; at most `MAX_COMPONENTS`. */
  readonly components: readonly ReportComponent[];
  /** Over all components, the most frequent first. */
  readonly licenses: readonly LicenseCount[];
}

/** Hashes, each `sha256:<hex>`. */
export interface ReportEvidence {
  /** From 1, without gaps. */
  readonly position: number;
  readonly previous_snapshot_id: string | null;
  readonly previous_hash: string;
  readonly snapshot_hash: string;
  readonly commit_hash: string;
  readonly source: string;
  readonly findings: string;
  readonly report: string;
  readonly sarif: string;
  readonly sbom: string;
}

/** Everything that the document about a snapshot shows. */
export interface SnapshotReport extends ReportFrame {
  readonly scope: 'SNAPSHOT';
  readonly mcp: ReportMcp;
  readonly version: ReportVersion;
  readonly snapshot: ReportSnapshot;
  /** The result in one sentence, without a capital letter or a period. */
  readonly verdict: string;
  readonly difference: ReportDifference | null;
  readonly controls: readonly ReportControl[];
  /** Worst first, at most `MAX_FINDINGS`; `snapshot.finding_counts` counts all. */
  readonly findings: readonly ReportFinding[];
  /** Worst first, those of the findings above. */
  readonly groups: readonly ReportedGroup[];
  /** Over all findings, worst first. */
  readonly rule_counts: readonly RuleCount[];
  readonly surface: SurfaceSummary;
  readonly package: PackageIdentity | null;
  readonly distributable: Distributable;
  readonly dependencies: ReportDependencies;
  readonly evidence: ReportEvidence;
  readonly toolchain: Toolchain;
  readonly files: FileCounts | null;
  readonly bundles: readonly ReportedBundle[];
}

/** An MCP of an organization with its current result: of the newest complete analysis, or none. */
export interface OrganizationMcp {
  readonly id: string;
  readonly name: string;
  readonly visible_version: string | null;
  readonly global_score: number | null;
  readonly grade: string | null;
  readonly certification_level: number | null;
  readonly analyzed_at: string | null;
  readonly snapshot_hash: string | null;
  /** Open findings. */
  readonly open: Readonly<Record<Severity, number>>;
}

/** The average at a time. */
export interface TrendPoint {
  /** `2026-01-31`, at the start of that day in UTC. */
  readonly date: string;
  /** MCPs with a complete analysis at that time. */
  readonly analyzed: number;
  /** 0 to 100; null without an analyzed MCP. */
  readonly average: number | null;
}

/** How many MCPs pass a control. */
export interface OrganizationControl {
  readonly control_id: string;
  readonly control_name: string;
  readonly control_category: string;
  readonly passed: number;
  readonly failed: number;
}

/** Everything that the document about an organization shows. */
export interface OrganizationReport extends ReportFrame {
  readonly scope: 'ORGANIZATION';
  readonly posture: RiskPosture;
  /** Oldest first. */
  readonly trend: readonly TrendPoint[];
  readonly compliance: FrameworkCompliance;
  readonly controls: readonly OrganizationControl[];
  /** Most critical findings first, at most `MAX_MCPS`; `posture.summary.total_mcps` counts all. */
  readonly mcps: readonly OrganizationMcp[];
}

/** Most findings, components and MCPs in the data of a report. */
export const MAX_FINDINGS = 5000;
export const MAX_COMPONENTS = 5000;
export const MAX_MCPS = 5000;

/** The paper of a document. */
export type Paper = 'A4' | 'LETTER';
