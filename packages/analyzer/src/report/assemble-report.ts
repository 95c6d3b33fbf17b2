import type { Discoveries } from '../facts/assess.js';
import { transportOf } from '../facts/assess.js';
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
import { compareText } from '../text-order.js';
import { ANALYZER_VERSION } from '../version.js';
import {
  REPORT_SCHEMA_VERSION,
  type AnalysisReport,
  type DependencySummary,
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
  type ToolDetail,
} from './report.js';
import type { Bundle } from '../parse-package.js';
import { baseScore } from './cvss.js';
import { reportedGroups } from './groups.js';
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

const RUNTIMES = { npm: 'node', PyPI: 'python', Go: 'go' } as const;

/** Whether and how the package can be run. */
function distributableOf(manifest: Manifest | undefined): Distributable {
  const [entrypoint] = manifest?.entrypoints ?? [];
  if (!manifest || entrypoint === undefined)
    return { is_distributable: false, runtime: 'unknown', entrypoint: '' };
  return { is_distributable: true, runtime: RUNTIMES[manifest.ecosystem], entrypoint: printable(entrypoint) };
}

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

function surfaceSummary({ surface, capabilities }: Discoveries): SurfaceSummary {
  const details = surface.tools
    .map(toolDetail)
    .sort((one, other) => compareText(one.name, other.name) || compareText(one.file_path, other.file_path));
  return {
    tools: [...new Set(details.map(({ name }) => name).filter((name) => name !== ''))].sort(compareText),
    transport: transportOf(surface),
    auth_signals: surface.authSignals.size === 0 ? ['none'] : [...surface.authSignals].sort(compareText),
    capabilities: [...capabilities].sort(compareText),
    tool_details: details,
  };
}

function dependencySummary({ facts, advisories }: Discoveries, assessment: Assessment): DependencySummary {
  const direct = new Set(
    facts.manifests.flatMap(({ dependencies }) =>
      dependencies.map(({ ecosystem, name }) => `${ecosystem}:${name}`),
    ),
  );
  return {
    count: assessment.dependencies.count,
    direct: direct.size,
    advisories_observable: assessment.dependencies.advisoriesObservable,
    advisories: (advisories ?? []).map((match) => ({
      id: printable(match.id),
      aliases: match.aliases.map((alias) => printable(alias)),
      summary: printable(match.summary),
      severity: match.severity,
      cvss: match.cvss ?? null,
      malicious: match.malicious,
      ecosystem: match.dependency.ecosystem,
      name: printable(match.dependency.name),
      version: printable(match.dependency.version),
      direct: match.dependency.direct,
      dev: match.dependency.dev,
      fixed_versions: match.fixedVersions.map((version) => printable(version)),
    })),
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
  const { findings, incompleteReasons, parsed, surface } = discoveries;
  const manifest = mainManifest(discoveries.facts);
  const scores = computeScores(assessment);
  const rest = {
    complete: incompleteReasons.length === 0,
    incomplete_reasons: incompleteReasons.map((reason) => printable(reason)),
    files: fileCounts(discoveries),
    ...(parsed.bundles.length > 0 && { bundles: parsed.bundles.map(reportedBundle) }),
    package: identityOf(manifest, license),
    ...(discoveries.release && { release: reportedRelease(discoveries.release) }),
    mcp_surface: surfaceSummary(discoveries),
    distributable: distributableOf(manifest),
    finding_counts: countFindings(findings),
    findings: findings.map(reportedFinding),
    groups: reportedGroups(findings),
    controls: evaluateControls(assessment).map(reportedControl),
    scores: reportedScores(scores),
    certification_level: scores.certificationLevel,
    certification_name: scores.certificationName,
    dependencies: dependencySummary(discoveries, assessment),
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
