/**
 * The analyzer as a library. A package may be crafted to attack its reader, so the analysis itself is not exported: `runIsolated`
 * runs it in a process with resource limits.
 */
export { incompleteAnalysis, type Analysis, type Phase } from './analysis/analyze.js';
export type { AdvisoryAnswer, PackageVersion } from './dependencies/advisory-lookup.js';
export type { VulnerabilityClass } from './findings/classes.js';
export type { Confidence, Reach, Severity } from './findings/finding.js';
export type { Job } from './isolation/protocol.js';
export * from './runner.js';
export { applyBaseline, BadBaseline, readBaseline, type Baseline } from './report/baseline.js';
export type { CycloneDx } from './report/cyclonedx.js';
export { EXIT, exitCodeOf, failsOn, THRESHOLDS, type ExitCode, type Threshold } from './report/fail-on.js';
export type * from './report/mcpb-report.js';
export type * from './report/report.js';
export { rulesDocument } from './report/rules-document.js';
export type { SarifLog } from './report/sarif-log.js';
export { toSarif } from './report/sarif.js';
export { textReport } from './report/text.js';
export { ALL_RULES, RULES_VERSION } from './rules/all-rules.js';
export type { Rule } from './rules/rule.js';
export type { AuthSignal, Capability, Transport } from './surface/surface.js';
export type { PreviousSurface } from './surface/previous-surface.js';
export { ANALYZER_VERSION } from './version.js';
