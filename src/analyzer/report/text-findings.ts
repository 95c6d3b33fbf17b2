import { printable } from '../findings/printable.js';
import type { Paint } from './paint.js';
import { SEVERITIES, type ReportedFinding, type Severity } from './report.js';
import { indented } from './text-width.js';

const MAX_DESCRIPTION = 1000;
/** Longer ones are refused when a package is read. */
const MAX_PATH = 512;

const placeOf = (path: string, line: number): string => `${printable(path, MAX_PATH)}:${line}`;

/** `tool run_ping`, or what else the finding's code belongs to. */
function contextOf({
  tool_name: tool,
  resource_uri: resource,
  handler_name: handler,
}: ReportedFinding['mcp_context']): string[] {
  if (tool !== null) return [`tool ${printable(tool)}`];
  if (resource !== null) return [`resource ${printable(resource)}`];
  return handler === null ? [] : [`function ${printable(handler)}`];
}

const remarksOf = (finding: ReportedFinding): string[] => [
  ...(finding.reach === 'unreachable' ? ['no handler reaches it'] : []),
  ...(finding.baseline_state === 'unchanged' ? ['in the baseline'] : []),
  ...(finding.suppressed ? ['suppressed by the publisher, which changes nothing'] : []),
];

function traceLines({ trace }: ReportedFinding, width: number): string[] {
  if (trace.length < 2) return [];
  return trace.flatMap(({ file_path: path, line, message }, index) =>
    indented(`${placeOf(path, line)} ${printable(message)}`, width, `    ${index + 1}. `),
  );
}

function findingLines(finding: ReportedFinding, width: number, paint: Paint): string[] {
  const { location, confidence, cwe, cvss } = finding;
  const facts = [
    placeOf(location.file_path, location.start_line),
    ...contextOf(finding.mcp_context),
    `confidence ${confidence}`,
    cwe,
    `CVSS ${cvss.toFixed(1)}`,
    ...remarksOf(finding),
  ];
  const [heading = '', ...more] = indented(`${finding.rule_id} ${printable(finding.title)}`, width, '  ');
  return [
    paint(finding.severity, heading),
    ...more.map((line) => paint(finding.severity, line)),
    ...indented(facts.join(' · '), width, '    ').map((line) => paint('faint', line)),
    ...indented(printable(finding.description, MAX_DESCRIPTION), width, '    '),
    ...traceLines(finding, width),
    ...indented(`Fix: ${printable(finding.remediation, MAX_DESCRIPTION)}`, width, '    '),
  ];
}

function section(
  findings: readonly ReportedFinding[],
  severity: Severity,
  width: number,
  paint: Paint,
): string[][] {
  const members = findings.filter((finding) => finding.severity === severity);
  if (members.length === 0) return [];
  const [first = [], ...others] = members.map((finding) => findingLines(finding, width, paint));
  return [[paint(severity, `${severity.toUpperCase()} (${members.length})`), ...first], ...others];
}

/** The findings, the worst first and those of one severity in the order of their places: a paragraph each. */
export const findingParagraphs = (
  findings: readonly ReportedFinding[],
  width: number,
  paint: Paint,
): string[][] => SEVERITIES.flatMap((severity) => section(findings, severity, width, paint));
