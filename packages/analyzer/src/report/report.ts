/**
 * The report of an analysis, with the field names of the GRC API where it has them. It contains no timestamps: the same package,
 * rules and advisories give the same report.
 */
import type { VulnerabilityClass } from '../findings/classes.js';
import type { Confidence, Reach, Severity } from '../findings/finding.js';
import type { NotCompared } from '../dependencies/observed.js';
import type { DependencySource } from '../packages/package-facts.js';
import type { Ecosystem, PackageRuntime } from '../ir/language-names.js';
import type { ReportedMcpb } from './mcpb-report.js';
import type { AuthSignal, Capability, Transport } from '../surface/surface.js';

/** The location of a finding. */
export interface ReportedLocation {
  /** Inside the package, with `/`; invisible characters are escaped as `\u{202e}`. */
  readonly file_path: string;
  /** From 1, inclusive. */
  readonly start_line: number;
  readonly end_line: number;
  /** From 1, in UTF-16 code units, the end exclusive; absent when the lines are meant as a whole. */
  readonly start_column?: number;
  readonly end_column?: number;
  /** The text of the first line, at most 200 characters, without secrets; absent when it cannot be shown. */
  readonly snippet?: string;
}

/** A step of a data flow from source to sink. */
export interface ReportedStep {
  readonly file_path: string;
  readonly line: number;
  readonly message: string;
  /** The text of the line, at most 200 characters, without secrets; absent when it cannot be shown. */
  readonly snippet?: string;
}

/** A finding in a report. */
export interface ReportedFinding {
  /** `MCP-<letter><3 digits>`. */
  readonly rule_id: string;
  readonly title: string;
  readonly description: string;
  readonly severity: Severity;
  readonly confidence: Confidence;
  /** Why the confidence is lower than usual for the rule, a sentence each, sorted; absent if it is not. */
  readonly lowered_because?: readonly string[];
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
    /** All tools that reach the code, in code-unit order; at most 200. */
    readonly tool_names: readonly string[];
    readonly resource_uri: string | null;
    readonly handler_name: string | null;
  };
  /** From source to sink, at most eight steps; the sink alone when there is no data flow. */
  readonly trace: readonly ReportedStep[];
  readonly reach: Reach;
  /** True if the tool's name and description promise exactly what its code does; absent otherwise. */
  readonly by_design?: true;
  /** The words that promise it: the tool's name, and the clause of its description. */
  readonly promised_by?: string;
  /** A publisher's comment asks scanners to ignore this finding. It is still reported and counted. */
  readonly suppressed: boolean;
  /** SHA-256 in hex of rule, path, tool or handler, normalized sink and occurrence: it survives edits of other lines. */
  readonly fingerprint: string;
  /** The `id` of its group: all findings with one cause. */
  readonly group: string;
  /** Whether the finding is in the baseline; absent without a baseline. */
  readonly baseline_state?: 'new' | 'unchanged';
}

/** The findings that one change would fix. */
export interface ReportedGroup {
  /** SHA-256 in hex of rule, path, function and sink or helper: it survives edits of other lines. */
  readonly id: string;
  readonly rule_id: string;
  /** The highest one of its findings. */
  readonly severity: Severity;
  /** The number of its findings. */
  readonly findings: number;
  /** All tools that its findings concern, in code-unit order; at most 200. */
  readonly tool_names: readonly string[];
  readonly cause: {
    readonly file_path: string;
    readonly line: number;
    /** The function that all values of the group pass through; null when the sink itself is the cause. */
    readonly helper: string | null;
  };
}

/** The version of this schema: removing a field or changing its meaning raises the major version. */
export const REPORT_SCHEMA_VERSION = '1.1.0';

/** The versions of everything that determined the report. */
export interface Toolchain {
  readonly scanner_version: string;
  readonly scoring_version: string;
  readonly controls_catalog_version: string;
  /** All of them and the advisories' date: `analyzer:… rules:… scoring:… controls:… advisories:…`. */
  readonly toolchain_version: string;
}

/** The number of files by role. */
export interface FileCounts {
  readonly total: number;
  /** All files together. */
  readonly bytes: number;
  /** Source files of the product, including minified ones. */
  readonly product: number;
  /** Those that parsed without an error. */
  readonly parsed: number;
  readonly minified: number;
  readonly test: number;
  readonly docs: number;
  readonly example: number;
  readonly vendored: number;
}

/** The identity that the package claims in its manifest. */
export interface PackageIdentity {
  readonly ecosystem: Ecosystem;
  readonly name: string | null;
  readonly version: string | null;
  /** An SPDX expression; null when the license is unknown. */
  readonly license: string | null;
}

/** A file of a Python release that an installer may choose. */
export interface ReportedDistribution {
  readonly filename: string;
  readonly sha256: string;
  /** In bytes; null when it is not known. */
  readonly size: number | null;
  /** False when its files could not be read; the reasons say why. */
  readonly analyzed: boolean;
}

/** The Python release that was analyzed: the report is about all of its files. */
export interface ReportedRelease {
  /** Of the set of files: the SHA-256 of a line `<sha256>  <filename>` for each, sorted by name. */
  readonly sha256: string;
  /** The file whose paths findings have; those in files that differ have the name of theirs before the path. */
  readonly main: string;
  /** By name. */
  readonly distributions: readonly ReportedDistribution[];
}

/** A file that contains code of libraries besides the package's own. */
export interface ReportedBundle {
  readonly file_path: string;
  /** The libraries whose code in the file was not analyzed, as if they were dependencies; in code-unit order. */
  readonly libraries: readonly string[];
}

/** A tool's own metadata. */
export interface ToolDetail {
  readonly name: string;
  readonly description: string | null;
  /** The description is computed at run time. */
  readonly dynamic_description: boolean;
  readonly parameters: readonly {
    readonly name: string;
    /** The JSON Schema type; null when the schema has none. */
    readonly type: string | null;
    readonly bounded: boolean;
  }[];
  /** `readOnlyHint` and similar. */
  readonly annotations: Readonly<Record<string, boolean>>;
  readonly file_path: string;
  readonly line: number;
}

/** A tool, a prompt, a resource or the instructions of a server, for comparisons with another version or a running server. */
export interface OfferedItem {
  /** Empty where it is computed at run time. */
  readonly name: string;
  /** SHA-256 of its description in UTF-8, `sha256:<hex>`; null without a single constant one. */
  readonly text: string | null;
  /** SHA-256 of all that is known of it, in the same form. */
  readonly digest: string;
  /** Of a tool: what its schema says of its parameters; null or absent where that is not known. */
  readonly parameters?: OfferedParameters | null;
}

/** The parameters of a tool. */
export interface OfferedParameters {
  /** SHA-256 of their names and descriptions (`parametersDigest`), those in `unknown` without one. */
  readonly digest: string;
  /** Those whose description is not known, or that have none, by name. */
  readonly unknown: readonly string[];
}

/** Everything of a server that a model reads, each list by name; what has no constant text besides tools is not seen. */
export interface OfferedItems {
  readonly tools: readonly OfferedItem[];
  readonly prompts: readonly OfferedItem[];
  readonly resources: readonly OfferedItem[];
  readonly instructions: readonly OfferedItem[];
}

/** The interface that a server offers to clients. */
export interface SurfaceSummary {
  /** The distinct names of the tools, in code-unit order. */
  readonly tools: readonly string[];
  readonly transport: Transport;
  readonly auth_signals: readonly AuthSignal[];
  readonly capabilities: readonly Capability[];
  /** The versions of the protocol that its servers speak, oldest first; null if they are not known. */
  readonly protocol_versions?: readonly string[] | null;
  readonly tool_details?: readonly ToolDetail[];
  readonly offered?: OfferedItems;
}

/** Whether and how the package can be run. */
export interface Distributable {
  readonly is_distributable: boolean;
  /** `unknown` and empty when it cannot. */
  readonly runtime: PackageRuntime | 'unknown';
  readonly entrypoint: string;
}

/** What a configuration of a client can use of the package. */
export interface ReportedStart {
  /** Whether it offers any tool, prompt or resource. */
  readonly is_server: boolean;
  /** The commands that its installation adds, sorted: `bin`, console scripts; at most 500. */
  readonly commands: readonly string[];
  /** The environment variables that its code reads or its `server.json` declares, sorted; at most 500. */
  readonly variables: readonly string[];
}

/** The number of findings, by severity. */
export type FindingCounts = Readonly<Record<'total' | Severity, number>>;

/** The result of a control. */
export interface ReportedControl {
  readonly control_id: string;
  readonly passed: boolean;
  readonly severity: string;
  readonly message: string;
  readonly evidence_fingerprints: readonly string[];
  /** False: the package has nothing that the control applies to, so it passed. */
  readonly applicable: boolean;
  /** False: the evidence cannot be observed, so it failed. */
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

/** An advisory that affects an installed version of a dependency. */
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
  /** Higher versions with the fix, lowest first. */
  readonly fixed_versions: readonly string[];
}

/** A dependency, and whether it was compared with advisories. */
export interface ReportedDependency {
  readonly ecosystem: Ecosystem;
  readonly name: string;
  /** Null if it is chosen at installation. */
  readonly version: string | null;
  /** As a manifest declares it; null for what only a lockfile has. */
  readonly range: string | null;
  /** `file` is a folder or an archive in the package. */
  readonly source: DependencySource;
  readonly direct: boolean;
  readonly dev: boolean;
  /** Where a lockfile or manifest has it. */
  readonly file_path: string;
  readonly line: number;
  /** False when the absence of an advisory proves nothing about it. */
  readonly compared: boolean;
  /** Why it was not compared, and in words. */
  readonly reason?: NotCompared;
  readonly because?: string;
}

/** A file with dependencies that are not known, and why. */
export interface UnknownDependencies {
  readonly file_path: string;
  readonly reason: string;
}

/** The dependencies and their advisories. */
export interface DependencySummary {
  /** Direct, transitive and development dependencies, each once. */
  readonly count: number;
  readonly direct: number;
  /** False when some were not compared or are not known, so that the absence of matches proves nothing. */
  readonly advisories_observable: boolean;
  readonly advisories: readonly ReportedAdvisory[];
  /** The number of those that were compared with advisories. */
  readonly compared?: number;
  /** Each of them, those that were not compared first; at most 2,000. */
  readonly list?: readonly ReportedDependency[];
  /** Absent if all files could be read. */
  readonly unknown?: readonly UnknownDependencies[];
}

/** The complete report of an analysis. */
export interface AnalysisReport {
  readonly schema_version: typeof REPORT_SCHEMA_VERSION;
  /** The result in one sentence: `not certified: 1 critical in tool `ping``. */
  readonly verdict: string;
  readonly toolchain: Toolchain;
  /** Whether everything relevant was analyzed. */
  readonly complete: boolean;
  /** The reasons when it was not, a sentence each. */
  readonly incomplete_reasons: readonly string[];
  readonly files: FileCounts;
  /** Which parts of bundles were not analyzed; absent without bundles. */
  readonly bundles?: readonly ReportedBundle[];
  /** Null without a manifest. */
  readonly package: PackageIdentity | null;
  /** Absent for everything else than a version of a Python package. */
  readonly release?: ReportedRelease;
  /** Absent for everything else than an MCP bundle, a file `.mcpb` or `.dxt`. */
  readonly mcpb?: ReportedMcpb;
  readonly mcp_surface: SurfaceSummary;
  readonly distributable: Distributable;
  readonly start: ReportedStart;
  readonly finding_counts: FindingCounts;
  /** Sorted by location. */
  readonly findings: readonly ReportedFinding[];
  /** The findings of rules that are new. They are in no other field and change nothing; absent if there are none. */
  readonly preview_findings?: readonly ReportedFinding[];
  /** The most severe first. */
  readonly groups: readonly ReportedGroup[];
  /** In catalog order. */
  readonly controls: readonly ReportedControl[];
  readonly scores: ReportedScores;
  /** 0 to 3, and its name (analysis contract 8). */
  readonly certification_level: number;
  readonly certification_name: string;
  readonly dependencies: DependencySummary;
}
