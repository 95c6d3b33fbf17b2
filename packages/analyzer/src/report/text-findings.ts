import { severityOfScore } from '../dependencies/severity.js';
import { printable } from '../findings/printable.js';
import type { Paint } from './paint.js';
import { SEVERITIES } from '../findings/finding.js';
import type { ReportedFinding } from './report.js';
import { indented } from './text-width.js';

const MAX_DESCRIPTION = 1000;
/** Longer paths are refused when a package is read. */
const MAX_PATH = 512;

const locationText = (path: string, line: number): string => `${printable(path, MAX_PATH)}:${line}`;

/** The tool or other context of a finding's code: `tool run_ping`. */
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
  ...(finding.suppressed ? ['suppressed by the publisher, which changes nothing'] : []),
];

function traceLines({ trace }: ReportedFinding, width: number): string[] {
  if (trace.length < 2) return [];
  return trace.flatMap(({ file_path: path, line, message }, index) =>
    indented(`${locationText(path, line)} ${printable(message)}`, width, `    ${index + 1}. `),
  );
}

/** The CVSS score is that of the rule, and too high for a finding whose severity was lowered. */
const scoreOf = ({ cvss, severity }: ReportedFinding): string[] =>
  SEVERITIES.indexOf(severityOfScore(cvss)) < SEVERITIES.indexOf(severity) ? [] : [`CVSS ${cvss.toFixed(1)}`];

/** @param fix whether to include the fix: findings of one rule share it */
function findingLines(finding: ReportedFinding, fix: boolean, width: number, paint: Paint): string[] {
  const { location, confidence, cwe } = finding;
  const facts = [
    locationText(location.file_path, location.start_line),
    ...contextOf(finding.mcp_context),
    `confidence ${confidence}`,
    cwe,
    ...scoreOf(finding),
    ...remarksOf(finding),
  ];
  const [heading = '', ...more] = indented(`${finding.rule_id} ${printable(finding.title)}`, width, '  ');
  return [
    paint(finding.severity, heading),
    ...more.map((line) => paint(finding.severity, line)),
    ...indented(facts.join(' · '), width, '    ').map((line) => paint('faint', line)),
    ...indented(printable(finding.description, MAX_DESCRIPTION), width, '    '),
    ...traceLines(finding, width),
    ...(finding.lowered_because ?? []).flatMap((reason) =>
      indented(`Less certain: ${printable(reason)}`, width, '    '),
    ),
    ...(fix ? indented(`Fix: ${printable(finding.remediation, MAX_DESCRIPTION)}`, width, '    ') : []),
  ];
}

/** The first finding for each combination of rule and fix. */
function firstOfFixes(findings: readonly ReportedFinding[]): ReadonlySet<ReportedFinding> {
  const first = new Map<string, ReportedFinding>();
  for (const finding of findings) {
    const key = `${finding.rule_id}\0${finding.remediation}`;
    if (!first.has(key)) first.set(key, finding);
  }
  return new Set(first.values());
}

/** The new findings by descending severity and then by location, a paragraph each. */
export function findingParagraphs(
  findings: readonly ReportedFinding[],
  width: number,
  paint: Paint,
): string[][] {
  const fresh = findings.filter((finding) => finding.baseline_state !== 'unchanged');
  const bySeverity = SEVERITIES.map((severity) => fresh.filter((finding) => finding.severity === severity));
  const withFix = firstOfFixes(bySeverity.flat());
  return bySeverity.flatMap((members, index) => {
    const severity = SEVERITIES[index] ?? 'low';
    const [first, ...others] = members.map((finding) =>
      findingLines(finding, withFix.has(finding), width, paint),
    );
    if (!first) return [];
    return [[paint(severity, `${severity.toUpperCase()} (${members.length})`), ...first], ...others];
  });
}

/** The findings in the baseline, one line each. */
export function knownLines(findings: readonly ReportedFinding[], width: number, paint: Paint): string[] {
  const known = findings.filter((finding) => finding.baseline_state === 'unchanged');
  if (known.length === 0) return [];
  const lines = known.flatMap(({ rule_id: id, severity, title, location }) =>
    indented(
      `${id} ${severity} ${locationText(location.file_path, location.start_line)} ${printable(title)}`,
      width,
      '  ',
      '    ',
    ).map((line) => paint('faint', line)),
  );
  return [paint('strong', `KNOWN (${known.length})`), ...lines];
}
