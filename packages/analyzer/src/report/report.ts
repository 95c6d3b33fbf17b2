/**
 * The report: what an analysis says, with the field names of the GRC API where it has them. It is JSON without
 * dates: the same package, rules and advisories give the same report.
 */
import type { VulnerabilityClass } from '../findings/classes.js';
import type { Confidence, Reach, Severity } from '../findings/finding.js';
import type { Ecosystem } from '../packages/package-facts.js';
import type { AuthSignal, Capability, Transport } from '../surface/surface.js';

/** Where a finding is. */
export interface ReportedLocation {
  /** Inside the package, with `/`; characters that are not shown stand in it as `\u{202e}`. */
  readonly file_path: string;
  /** From 1, both included. */
  readonly start_line: number;
  readonly end_line: number;
}

/** A step of a value from its source to its sink. */
export interface ReportedStep {
  readonly file_path: string;
  readonly line: number;
  readonly message: string;
}

/** A finding in a report. */
export interface ReportedFinding {
  /** `MCP-<letter><3 digits>`. */
  readonly rule_id: string;
  readonly title: string;
  readonly description: string;
  readonly severity: Severity;
  readonly confidence: Confidence;
  readonly vulnerability_class: VulnerabilityClass;
  readonly vulnerability_class_name: string;
  /** `CWE-<number>`. */
  readonly cwe: string;
  /** The base score of the rule's CVSS 3.1 vector. */
  readonly cvss: number;
  /** `MCP01` to `MCP10`, by the class. */
  readonly owasp_mcp: string;
  readonly owasp_mcp_name: string;
  readonly location: ReportedLocation;
  readonly remediation: string;
  readonly mcp_context: {
    readonly tool_name: string | null;
    readonly resource_uri: string | null;
    readonly handler_name: string | null;
  };
  /** From the source to the sink, at most eight steps; the sink alone when nothing flows. */
  readonly trace: readonly ReportedStep[];
  readonly reach: Reach;
  /** A comment of the publisher asks to pass this over. It is reported and changes nothing. */
  readonly suppressed: boolean;
  /** SHA-256, hex, of rule, path, tool or handler, normalized sink and occurrence: it survives edits of other lines. */
  readonly fingerprint: string;
  /** Whether the baseline that the report was compared with has it; absent when there was none. */
  readonly baseline_state?: 'new' | 'unchanged';
}

/** The version of this document's form: a field that goes or changes its meaning raises the first number. */
export const REPORT_SCHEMA_VERSION = '1.0.0';

/** What made the report. */
export interface Toolchain {
  readonly scanner_version: string;
  readonly scoring_version: string;
  readonly controls_catalog_version: string;
  /** All of them and the advisories' date: `analyzer:… rules:… scoring:… controls:… advisories:…`. */
  readonly toolchain_version: string;
}

/** How many files the package has, by what they are for. */
export interface FileCounts {
  readonly total: number;
  /** All files together. */
  readonly bytes: number;
  /** Source files of the product, those that are minified among them. */
  readonly product: number;
  /** Those of them that were parsed without an error. */
  readonly parsed: number;
  readonly minified: number;
  readonly test: number;
  readonly docs: number;
  readonly example: number;
  readonly vendored: number;
}

/** What the package says that it is: claims of its manifest. */
export interface PackageIdentity {
  readonly ecosystem: Ecosystem;
  readonly name: string | null;
  readonly version: string | null;
  /** An SPDX expression; null when none is known. */
  readonly license: string | null;
}

/** What a tool says of itself. */
export interface ToolDetail {
  readonly name: string;
  readonly description: string | null;
  /** The description is put together when the server runs. */
  readonly dynamic_description: boolean;
  readonly parameters: readonly {
    readonly name: string;
    /** JSON Schema's type; null when the schema does not say. */
    readonly type: string | null;
    readonly bounded: boolean;
  }[];
  /** `readOnlyHint` and the like. */
  readonly annotations: Readonly<Record<string, boolean>>;
  readonly file_path: string;
  readonly line: number;
}

/** What clients see of a server. */
export interface SurfaceSummary {
  /** Names of the tools, each once, by code units. */
  readonly tools: readonly string[];
  readonly transport: Transport;
  readonly auth_signals: readonly AuthSignal[];
  readonly capabilities: readonly Capability[];
  readonly tool_details?: readonly ToolDetail[];
}

/** Whether and how it can be run. */
export interface Distributable {
  readonly is_distributable: boolean;
  /** `unknown` and empty where it is not. */
  readonly runtime: 'node' | 'python' | 'go' | 'unknown';
  readonly entrypoint: string;
}

/** How many findings there are, by severity. */
export type FindingCounts = Readonly<Record<'total' | Severity, number>>;

/** How one control of the catalog went. */
export interface ReportedControl {
  readonly control_id: string;
  readonly passed: boolean;
  readonly severity: string;
  readonly message: string;
  readonly evidence_fingerprints: readonly string[];
  /** False: there is nothing that it could be about, so it passed. */
  readonly applicable: boolean;
  /** False: what it is about cannot be seen, so it failed. */
  readonly observable: boolean;
}

/** Integers from 0 to 100, levels from 0 to 3 (docs/scoring.md). */
export interface ReportedScores {
  readonly global_score: number;
  readonly security_score: number;
  readonly supply_chain_score: number;
  readonly maturity_score: number;
  readonly msss_score: number;
  readonly msss_level: number;
  readonly grade: string;
  readonly breakdown: {
    readonly security: Readonly<Record<'vulnerabilities' | 'secrets' | 'code_quality', number>>;
    readonly supply_chain: Readonly<Record<'dependencies' | 'licenses' | 'lockfile', number>>;
    readonly maturity: Readonly<Record<'documentation' | 'tests' | 'ci_cd', number>>;
  };
}

/** An advisory that speaks of a dependency in the version that is installed. */
export interface ReportedAdvisory {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly severity: Severity;
  readonly cvss: number | null;
  readonly malicious: boolean;
  readonly ecosystem: Ecosystem;
  readonly name: string;
  readonly version: string;
  readonly direct: boolean;
  readonly dev: boolean;
  /** Higher versions that are fixed, lowest first. */
  readonly fixed_versions: readonly string[];
}

/** What it depends on, and what is known of that. */
export interface DependencySummary {
  /** Direct, transitive and for development, each once. */
  readonly count: number;
  readonly direct: number;
  /** False: there were no advisories of some ecosystem, or no versions are known, so that no advisory says nothing. */
  readonly advisories_observable: boolean;
  readonly advisories: readonly ReportedAdvisory[];
}

/** All that an analysis says of a package. */
export interface AnalysisReport {
  readonly schema_version: typeof REPORT_SCHEMA_VERSION;
  readonly toolchain: Toolchain;
  /** Whether all that should be read has been. */
  readonly complete: boolean;
  /** Why not, a sentence each. */
  readonly incomplete_reasons: readonly string[];
  readonly files: FileCounts;
  /** Null without a manifest. */
  readonly package: PackageIdentity | null;
  readonly mcp_surface: SurfaceSummary;
  readonly distributable: Distributable;
  readonly finding_counts: FindingCounts;
  /** In the order of their places. */
  readonly findings: readonly ReportedFinding[];
  /** In the order of the catalog. */
  readonly controls: readonly ReportedControl[];
  readonly scores: ReportedScores;
  /** 0 to 3, and its name (analysis contract 8). */
  readonly certification_level: number;
  readonly certification_name: string;
  readonly dependencies: DependencySummary;
}
