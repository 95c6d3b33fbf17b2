import { packagingOf } from '../languages/index.js';
import type { Discoveries } from '../facts/assess.js';
import { transportOf } from '../facts/assess.js';
import { startFacts } from '../facts/start-facts.js';
import { CLASSES, RISK_NAMES } from '../findings/classes.js';
import type { Finding } from '../findings/finding.js';
import { printable, printablePath } from '../findings/printable.js';
import type { Manifest, PackageFacts } from '../packages/package-facts.js';
import type { Release } from '../files/release.js';
import type { FileRole } from '../files/source-file.js';
import { RULES_VERSION } from '../rules/all-rules.js';
import type { Assessment } from '../scoring/assessment.js';
import { type ControlResult, evaluateControls } from '../scoring/controls.js';
import { computeScores, type Scores } from '../scoring/scores.js';
import { offersAnything, type Tool } from '../surface/surface.js';
import { offeredItems } from './offered-items.js';
import { compareText } from '../common/text-order.js';
import { ANALYZER_VERSION } from '../version.js';
import {
  REPORT_SCHEMA_VERSION,
  type AnalysisReport,
  type Distributable,
  type FileCounts,
  type PackageIdentity,
  type SurfaceSummary,
  type ReportedBundle,
  type ReportedControl,
  type ReportedFinding,
  type ReportedLocation,
  type ReportedRelease,
  type ReportedScores,
  type ReportedStart,
  type ToolDetail,
} from './report.js';
import type { Bundle } from '../analysis/parse-package.js';
import { baseScore } from './cvss.js';
import { dependencySummary } from './dependency-summary.js';
import { reportedGroups } from './groups.js';
import { reportedMcpb } from './reported-mcpb.js';
import { countFindings, toolchainOf } from './summary.js';
import { verdictOf } from './verdict.js';

function fileCounts({ files, parsed }: Discoveries): FileCounts {
  const roles = [...parsed.roles.values()];
  const of = (role: FileRole): number => roles.filter((each) => each === role).length;
  return {
    total: files.size,
    bytes: [...files.values()].reduce((sum, { length }) => sum + length, 0),
    product: parsed.productFiles,
    parsed: parsed.parsedFiles,
    minified: of('minified'),
    test: of('test'),
    docs: of('docs'),
    example: of('example'),
    vendored: of('vendored'),
  };
}

const reportedBundle = ({ path, libraries }: Bundle): ReportedBundle => ({
  file_path: printablePath(path),
  libraries: libraries.map((name) => printable(name)),
});

const reportedRelease = ({ sha256, main, distributions }: Release): ReportedRelease => ({
  sha256,
  main: printable(main),
  distributions: distributions.map((each) => ({
    filename: printable(each.filename),
    sha256: each.sha256,
    size: each.size,
    analyzed: each.problem === undefined,
  })),
});

/** The manifest that represents the package: the named one nearest to its root. */
export function mainManifest({ manifests }: Pick<PackageFacts, 'manifests'>): Manifest | undefined {
  const depth = ({ path }: Manifest): number => path.split('/').length;
  const named = manifests.filter(({ name }) => name !== undefined);
  const candidates = named.length > 0 ? named : manifests;
  return [...candidates].sort(
    (one, other) => depth(one) - depth(other) || compareText(one.path, other.path),
  )[0];
}

function identityOf(manifest: Manifest | undefined, license: string | null): PackageIdentity | null {
  if (!manifest) return null;
  const { ecosystem, name, version } = manifest;
  return {
    ecosystem,
    name: name === undefined ? null : printable(name),
    version: version === undefined ? null : printable(version),
    license: license === null ? null : printable(license),
  };
}

/** Messages of controls are longer than names. */
const MAX_MESSAGE = 1000;

/** The runtimes of MCP bundles. */
const BUNDLE_RUNTIMES = { node: 'node', python: 'python', uv: 'python', binary: 'unknown' } as const;

/** Whether and how the package can be run. */
function distributableOf(manifest: Manifest | undefined, mcpb: PackageFacts['mcpb']): Distributable {
  if (mcpb !== undefined) {
    const { serverType, entryPoint } = mcpb.bundle.manifest;
    return {
      is_distributable: true,
      runtime: BUNDLE_RUNTIMES[serverType],
      entrypoint: printable(entryPoint),
    };
  }
  const [entrypoint] = manifest?.entrypoints ?? [];
  if (!manifest || entrypoint === undefined)
    return { is_distributable: false, runtime: 'unknown', entrypoint: '' };
  const { runtime } = packagingOf(manifest.ecosystem);
  return { is_distributable: true, runtime, entrypoint: printable(entrypoint) };
}

const reportedStart = (
  { files, facts, surface, variables }: Discoveries,
  manifest: Manifest | undefined,
): ReportedStart => ({
  is_server: offersAnything(surface),
  ...startFacts(files, facts, manifest, variables),
});

const toolDetail = (tool: Tool): ToolDetail => ({
  name: printable(tool.name),
  description: tool.description === undefined ? null : printable(tool.description, 2000),
  dynamic_description: tool.dynamicDescription,
  parameters: tool.parameters.map(({ name, type, bounded }) => ({
    name: printable(name),
    type: type === undefined ? null : printable(type),
    bounded,
  })),
  annotations: Object.fromEntries(
    [...tool.annotations].map(([name, value]) => [printable(name), value] as const),
  ),
  file_path: printablePath(tool.file),
  line: tool.line,
});

function surfaceSummary({ surface, capabilities, protocolVersions }: Discoveries): SurfaceSummary {
  const details = surface.tools
    .map(toolDetail)
    .sort((one, other) => compareText(one.name, other.name) || compareText(one.file_path, other.file_path));
  return {
    tools: [...new Set(details.map(({ name }) => name).filter((name) => name !== ''))].sort(compareText),
    transport: transportOf(surface),
    auth_signals: surface.authSignals.size === 0 ? ['none'] : [...surface.authSignals].sort(compareText),
    capabilities: [...capabilities].sort(compareText),
    protocol_versions: protocolVersions,
    tool_details: details,
    offered: offeredItems(surface),
  };
}

const reportedLocation = (location: Finding['location']): ReportedLocation => ({
  file_path: printablePath(location.path),
  start_line: location.startLine,
  end_line: location.endLine,
  ...(location.startColumn !== undefined && { start_column: location.startColumn }),
  ...(location.endColumn !== undefined && { end_column: location.endColumn }),
  ...(location.snippet !== undefined && { snippet: location.snippet }),
});

/** A finding with printable paths; its fingerprint is computed from the real ones. */
function reportedFinding(finding: Finding): ReportedFinding {
  const { location, vulnerabilityClass } = finding;
  const { name, risk } = CLASSES[vulnerabilityClass];
  return {
    rule_id: finding.ruleId,
    title: finding.title,
    description: finding.description,
    severity: finding.severity,
    confidence: finding.confidence,
    ...(finding.loweredBecause.length > 0 && { lowered_because: finding.loweredBecause }),
    vulnerability_class: vulnerabilityClass,
    vulnerability_class_name: name,
    cwe: `CWE-${finding.cwe}`,
    cvss: baseScore(finding.cvss),
    owasp_mcp: risk,
    owasp_mcp_name: RISK_NAMES[risk] ?? '',
    location: reportedLocation(location),
    remediation: finding.remediation,
    mcp_context: {
      tool_name: finding.tool ?? null,
      tool_names: finding.tools,
      resource_uri: finding.resource ?? null,
      handler_name: finding.handler ?? null,
    },
    trace: finding.trace.map(({ path, line, message, snippet }) => ({
      file_path: printablePath(path),
      line,
      message,
      ...(snippet !== undefined && { snippet }),
    })),
    reach: finding.reach,
    ...(finding.byDesign && { by_design: true as const }),
    ...(finding.promisedBy !== undefined && { promised_by: finding.promisedBy }),
    suppressed: finding.suppressed,
    fingerprint: finding.fingerprint,
    group: finding.group,
  };
}

/** The message of a control may quote text from the package. */
const reportedControl = (control: ControlResult): ReportedControl => ({
  control_id: control.id,
  passed: control.passed,
  severity: control.severity,
  message: printable(control.message, MAX_MESSAGE),
  evidence_fingerprints: control.evidence,
  applicable: control.applicable,
  observable: control.observable,
});

const reportedScores = ({ breakdown, ...scores }: Scores): ReportedScores => ({
  global_score: scores.global,
  security_score: scores.security,
  supply_chain_score: scores.supplyChain,
  maturity_score: scores.maturity,
  msss_score: scores.msss,
  msss_level: scores.msssLevel,
  grade: scores.grade,
  breakdown: {
    security: {
      vulnerabilities: breakdown.security.vulnerabilities,
      secrets: breakdown.security.secrets,
      code_quality: breakdown.security.codeQuality,
    },
    supply_chain: breakdown.supplyChain,
    maturity: {
      documentation: breakdown.maturity.documentation,
      tests: breakdown.maturity.tests,
      ci_cd: breakdown.maturity.ci,
    },
  },
});

/**
 * Assembles the report from the results of the analysis and the scores.
 * @param license the package's license as an SPDX expression
 */
export function assembleReport(
  discoveries: Discoveries,
  license: string | null,
  assessment: Assessment,
): AnalysisReport {
  const { findings, previews, incompleteReasons, parsed, surface } = discoveries;
  const manifest = mainManifest(discoveries.facts);
  const scores = computeScores(assessment);
  const rest = {
    complete: incompleteReasons.length === 0,
    incomplete_reasons: incompleteReasons.map((reason) => printable(reason)),
    files: fileCounts(discoveries),
    ...(parsed.bundles.length > 0 && { bundles: parsed.bundles.map(reportedBundle) }),
    package: identityOf(manifest, license),
    ...(discoveries.release && { release: reportedRelease(discoveries.release) }),
    ...(discoveries.facts.mcpb && { mcpb: reportedMcpb(discoveries.facts.mcpb, surface) }),
    mcp_surface: surfaceSummary(discoveries),
    distributable: distributableOf(manifest, discoveries.facts.mcpb),
    start: reportedStart(discoveries, manifest),
    finding_counts: countFindings(findings),
    findings: findings.map(reportedFinding),
    ...(previews.length > 0 && { preview_findings: previews.map(reportedFinding) }),
    groups: reportedGroups(findings),
    controls: evaluateControls(assessment).map(reportedControl),
    scores: reportedScores(scores),
    certification_level: scores.certificationLevel,
    certification_name: scores.certificationName,
    dependencies: dependencySummary(discoveries, assessment.dependencies),
  };
  return {
    schema_version: REPORT_SCHEMA_VERSION,
    toolchain: toolchainOf({
      analyzer: ANALYZER_VERSION,
      rules: RULES_VERSION,
      advisories: discoveries.advisoriesDay ?? null,
    }),
    verdict: verdictOf({ ...rest, offers: offersAnything(surface) }),
    ...rest,
  };
}
