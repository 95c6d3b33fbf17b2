import { pathOf, printable } from '../findings/printable.js';
import type { Rule } from '../rules/rule.js';
import type {
  AnalysisReport,
  ReportedFinding,
  ReportedGroup,
  ReportedLocation,
  ReportedStep,
} from './report.js';
import {
  sarifLog,
  type SarifLocation,
  type SarifLog,
  type SarifMessage,
  type SarifNotification,
  type SarifRegion,
  type SarifResult,
  type SarifSuppression,
} from './sarif-log.js';
import { levelOf, sarifRule } from './sarif-rules.js';

/** The root folder of the package; code hosts resolve this name. */
const PACKAGE_FOLDER = '%SRCROOT%';
const MAX_TEXT = 1000;

/** A plain message: text from the package makes no links, and braces are literal (3.11.5, 3.11.6). */
const message = (text: string): SarifMessage => ({
  text: printable(text, MAX_TEXT).replaceAll('](', '] (').replaceAll(/[{}]/g, '$&$&'),
});

/** A path of the package as a relative URI. It cannot leave the package, whatever the path contains. */
const uriOf = (path: string): string =>
  path
    .split('/')
    // The report escapes invisible characters in its own way; a URI percent-encodes them.
    .map((part) => pathOf(part).toWellFormed())
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .map(encodeURIComponent)
    .join('/');

const locationOf = (path: string, region: SarifRegion): SarifLocation => ({
  physicalLocation: { artifactLocation: { uri: uriOf(path), uriBaseId: PACKAGE_FOLDER }, region },
});

/** The columns of a region; an end column before the start would be invalid. */
function columnsOf({ start_line, end_line, start_column: start, end_column: end }: ReportedLocation) {
  if (start === undefined || start_line < 1) return {};
  const isEnd = end !== undefined && (end_line > start_line || end > start);
  return { startColumn: start, ...(isEnd && { endColumn: end }) };
}

const regionOf = (location: ReportedLocation): SarifRegion => ({
  startLine: Math.max(1, location.start_line),
  ...columnsOf(location),
  endLine: Math.max(1, location.start_line, location.end_line),
  ...(location.snippet !== undefined && { snippet: { text: printable(location.snippet) } }),
});

function findingLocation({ location, mcp_context: context }: ReportedFinding): SarifLocation {
  const base = locationOf(location.file_path, regionOf(location));
  const handler = context.handler_name;
  return handler === null
    ? base
    : { ...base, logicalLocations: [{ name: printable(handler), kind: 'function' }] };
}

const stepOf = (step: ReportedStep): { location: SarifLocation } => ({
  location: {
    ...locationOf(step.file_path, {
      startLine: Math.max(1, step.line),
      ...(step.snippet !== undefined && { snippet: { text: printable(step.snippet) } }),
    }),
    message: message(step.message),
  },
});

/** The suppressions of a finding. Only that of a baseline takes effect. */
const suppressionsOf = (finding: ReportedFinding): SarifSuppression[] => [
  ...(finding.suppressed
    ? [
        {
          kind: 'inSource',
          status: 'underReview',
          justification: 'A comment of the publisher asks to pass this over, which changes nothing.',
        } as const,
      ]
    : []),
  ...(finding.baseline_state === 'unchanged'
    ? [{ kind: 'external', status: 'accepted', justification: 'The baseline has it.' } as const]
    : []),
];

const shown = (text: string | null): string | null => (text === null ? null : printable(text));

function resultOf(finding: ReportedFinding, ruleIndices: ReadonlyMap<string, number>): SarifResult {
  const { rule_id: ruleId, trace, mcp_context: context } = finding;
  const ruleIndex = ruleIndices.get(ruleId);
  return {
    ruleId,
    ...(ruleIndex !== undefined && { ruleIndex }),
    level: levelOf(finding.severity),
    message: message(finding.description),
    locations: [findingLocation(finding)],
    ...(trace.length > 1 && { codeFlows: [{ threadFlows: [{ locations: trace.map(stepOf) }] }] }),
    partialFingerprints: { 'mcpAnalyze/v1': finding.fingerprint, 'mcpAnalyzeGroup/v1': finding.group },
    suppressions: suppressionsOf(finding),
    ...(finding.baseline_state && { baselineState: finding.baseline_state }),
    properties: {
      severity: finding.severity,
      confidence: finding.confidence,
      ...(finding.lowered_because && { lowered_because: finding.lowered_because }),
      cvss: finding.cvss,
      cwe: finding.cwe,
      vulnerability_class: finding.vulnerability_class,
      owasp_mcp: finding.owasp_mcp,
      reach: finding.reach,
      ...(finding.by_design && { by_design: true, promised_by: shown(finding.promised_by ?? null) }),
      tool_name: shown(context.tool_name),
      tool_names: context.tool_names.map((name) => printable(name)),
      resource_uri: shown(context.resource_uri),
      remediation: finding.remediation,
      group: finding.group,
    },
  };
}

/** A group with printable texts. */
const groupOf = (group: ReportedGroup) => ({
  ...group,
  tool_names: group.tool_names.map((name) => printable(name)),
  cause: { ...group.cause, file_path: uriOf(group.cause.file_path), helper: shown(group.cause.helper) },
});

/**
 * A finding of a preview rule. It is no result: code hosts make an alert of each result, whatever its level and kind, and judge
 * changes by them.
 */
const previewOf = (finding: ReportedFinding) => ({
  rule_id: finding.rule_id,
  severity: finding.severity,
  confidence: finding.confidence,
  message: printable(finding.description, MAX_TEXT),
  uri: uriOf(finding.location.file_path),
  start_line: finding.location.start_line,
  fingerprint: finding.fingerprint,
});

/** More dependencies that were not compared are in the report. */
const MAX_UNCOMPARED = 100;

/** How many dependencies were compared with advisories, and which were not. */
const dependenciesOf = ({ dependencies }: AnalysisReport) => ({
  count: dependencies.count,
  compared: dependencies.compared ?? 0,
  advisories_observable: dependencies.advisories_observable,
  advisories: dependencies.advisories.map(({ id, name, version, severity, malicious }) => ({
    id: printable(id),
    name: printable(name),
    version: printable(version),
    severity,
    malicious,
  })),
  not_compared: (dependencies.list ?? [])
    .filter(({ compared }) => !compared)
    .slice(0, MAX_UNCOMPARED)
    .map(({ name, version, range, reason, because = '' }) => ({
      name: printable(name),
      version: shown(version),
      range: shown(range),
      reason,
      because: printable(because),
    })),
  unknown: (dependencies.unknown ?? []).map(({ file_path, reason }) => ({
    file_path: uriOf(file_path),
    reason: printable(reason),
  })),
});

const NOT_READ = {
  id: 'not-analyzed',
  shortDescription: { text: 'Part of the package was not analyzed; it may hold anything.' },
};

const notificationOf = (reason: string): SarifNotification => ({
  descriptor: { id: NOT_READ.id, index: 0 },
  // The level required for conditions that make results incomplete; the run then counts as failed.
  level: 'error',
  message: message(reason),
});

/**
 * Converts a report to SARIF 2.1.0, without timestamps, absolute paths and text that could harm its reader.
 * @param rules all rules, including those without findings
 */
export function toSarif(report: AnalysisReport, rules: readonly Rule[]): SarifLog {
  const ruleIndices = new Map(rules.map(({ id }, index) => [id, index]));
  const { scanner_version: version, toolchain_version: toolchain } = report.toolchain;
  return sarifLog({
    tool: {
      driver: {
        name: 'mcp-analyze',
        version,
        rules: rules.map(sarifRule),
        notifications: [NOT_READ],
      },
    },
    invocations: [
      {
        executionSuccessful: report.complete,
        toolExecutionNotifications: report.incomplete_reasons.map(notificationOf),
      },
    ],
    originalUriBaseIds: { [PACKAGE_FOLDER]: { description: { text: 'The folder of the package.' } } },
    results: report.findings.map((finding) => resultOf(finding, ruleIndices)),
    properties: {
      verdict: printable(report.verdict, MAX_TEXT),
      toolchain_version: toolchain,
      complete: report.complete,
      ...report.scores,
      certification_level: report.certification_level,
      groups: report.groups.map(groupOf),
      ...(report.preview_findings && { preview_findings: report.preview_findings.map(previewOf) }),
      dependencies: dependenciesOf(report),
      ...(report.mcpb && { mcpb: report.mcpb }),
    },
  });
}
