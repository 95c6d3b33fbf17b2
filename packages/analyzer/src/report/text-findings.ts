import { severityOfScore } from '../dependencies/severity.js';
import { printable } from '../findings/printable.js';
import type { Paint } from './paint.js';
import { SEVERITIES } from '../findings/finding.js';
import { compareText } from '../common/text-order.js';
import type { AnalysisReport, ReportedFinding, ReportedGroup, ReportedLocation } from './report.js';
import { indented } from './text-width.js';

const MAX_DESCRIPTION = 1000;
/** Longer paths are refused when a package is read. */
const MAX_PATH = 512;

const lineText = (path: string, line: number): string => `${printable(path, MAX_PATH)}:${line}`;

const locationText = ({
  file_path: path,
  start_line: line,
  start_column: column,
}: ReportedLocation): string =>
  column === undefined ? lineText(path, line) : `${lineText(path, line)}:${column}`;

/** The first tools are named, the others counted. */
const MAX_TOOLS = 3;

/** The tools or other context of a finding's code: `tool run_ping`, `in 5 tools: a, b, c and 2 more`. */
function contextOf(
  { resource_uri: resource, handler_name: handler }: ReportedFinding['mcp_context'],
  tools: readonly string[],
): string[] {
  const names = tools.slice(0, MAX_TOOLS).map((tool) => printable(tool));
  const more = tools.length > MAX_TOOLS ? ` and ${tools.length - MAX_TOOLS} more` : '';
  if (tools.length > 1) return [`in ${tools.length} tools: ${names.join(', ')}${more}`];
  if (tools.length === 1) return [`tool ${names.join('')}`];
  if (resource !== null) return [`resource ${printable(resource)}`];
  return handler === null ? [] : [`function ${printable(handler)}`];
}

const remarksOf = (finding: ReportedFinding): string[] => [
  ...(finding.reach === 'unreachable' ? ['no handler reaches it'] : []),
  ...(finding.suppressed ? ['suppressed by the publisher, which changes nothing'] : []),
];

const snippetLines = ({ location: { snippet } }: ReportedFinding, width: number): string[] =>
  snippet === undefined ? [] : indented(printable(snippet), width, '    | ', '      ');

function traceLines({ trace }: ReportedFinding, width: number): string[] {
  if (trace.length < 2) return [];
  return trace.flatMap(({ file_path: path, line, message }, index) =>
    indented(`${lineText(path, line)} ${printable(message)}`, width, `    ${index + 1}. `),
  );
}

/** The CVSS score is that of the rule, and too high for a finding whose severity was lowered. */
const scoreOf = ({ cvss, severity }: ReportedFinding): string[] =>
  SEVERITIES.indexOf(severityOfScore(cvss)) < SEVERITIES.indexOf(severity) ? [] : [`CVSS ${cvss.toFixed(1)}`];

/** Why the finding is less certain than others of its rule, and what the tool promises. */
const reasonLines = (finding: ReportedFinding, width: number): string[] => [
  ...(finding.lowered_because ?? []).flatMap((reason) =>
    indented(`Less certain: ${printable(reason)}`, width, '    '),
  ),
  ...(finding.by_design === true
    ? indented(
        `By design: the tool promises this${finding.promised_by === undefined ? '' : ` (${printable(finding.promised_by)})`}.`,
        width,
        '    ',
      )
    : []),
];

/** Further locations of a group are counted. */
const MAX_LOCATIONS = 10;

/** The cause that the findings of a group share, and the locations of all but the first. */
function sharedLines(
  [first, ...others]: readonly ReportedFinding[],
  cause: ReportedGroup['cause'] | undefined,
  width: number,
): string[] {
  if (!first || others.length === 0) return [];
  const helper = cause?.helper ?? '';
  const passed = `Cause: the values of ${others.length + 1} findings pass through`;
  const named = helper === '' ? 'a function' : `\`${printable(helper)}\``;
  const shown = others
    .slice(0, MAX_LOCATIONS)
    .map(({ location, severity }) =>
      severity === first.severity ? locationText(location) : `${locationText(location)} (${severity})`,
    );
  const more = others.length - shown.length;
  return [
    ...(cause && cause.helper !== null
      ? indented(`${passed} ${named}, ${lineText(cause.file_path, cause.line)}.`, width, '    ')
      : []),
    ...indented(`Also at ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`, width, '    ', '      '),
  ];
}

/** Findings with one cause, the most severe first. */
interface Group {
  readonly members: readonly [ReportedFinding, ...ReportedFinding[]];
  readonly cause: ReportedGroup['cause'] | undefined;
}

/**
 * @param fix whether to include the fix: findings of one rule share it
 * @param about what else to say of the finding first
 */
function groupLines(
  { members, cause }: Group,
  fix: boolean,
  width: number,
  paint: Paint,
  about: readonly string[] = [],
): string[] {
  const [finding] = members;
  const tools = [...new Set(members.flatMap(({ mcp_context: context }) => context.tool_names))];
  const facts = [
    ...about,
    locationText(finding.location),
    ...contextOf(finding.mcp_context, tools.sort(compareText)),
    `confidence ${finding.confidence}`,
    finding.cwe,
    ...scoreOf(finding),
    ...remarksOf(finding),
  ];
  const [heading = '', ...more] = indented(`${finding.rule_id} ${printable(finding.title)}`, width, '  ');
  return [
    paint(finding.severity, heading),
    ...more.map((line) => paint(finding.severity, line)),
    ...indented(facts.join(' · '), width, '    ').map((line) => paint('faint', line)),
    ...snippetLines(finding, width),
    ...indented(printable(finding.description, MAX_DESCRIPTION), width, '    '),
    ...traceLines(finding, width),
    ...reasonLines(finding, width),
    ...sharedLines(members, cause, width),
    ...(fix ? indented(`Fix: ${printable(finding.remediation, MAX_DESCRIPTION)}`, width, '    ') : []),
  ];
}

/** The groups of findings, in the order of their most severe findings. */
function groupsOf(
  findings: readonly ReportedFinding[],
  causes: ReadonlyMap<string, ReportedGroup['cause']>,
): Group[] {
  const groups = new Map<string, [ReportedFinding, ...ReportedFinding[]]>();
  for (const finding of findings) {
    const members = groups.get(finding.group);
    if (members) members.push(finding);
    else groups.set(finding.group, [finding]);
  }
  return [...groups].map(([group, members]) => ({ members, cause: causes.get(group) }));
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

/** The number of causes, and of findings if there are more. */
function countText(groups: readonly Group[]): string {
  const count = groups.reduce((sum, { members }) => sum + members.length, 0);
  return count === groups.length ? `${count}` : `${groups.length}, with ${count} findings`;
}

/** The findings, the most severe first. */
const worstFirst = (findings: readonly ReportedFinding[]): ReportedFinding[] =>
  SEVERITIES.flatMap((severity) => findings.filter((finding) => finding.severity === severity));

/** The new findings by cause, the most severe first, a paragraph each. */
export function findingParagraphs(
  { findings, groups }: Pick<AnalysisReport, 'findings' | 'groups'>,
  width: number,
  paint: Paint,
): string[][] {
  const bySeverity = worstFirst(findings.filter((finding) => finding.baseline_state !== 'unchanged'));
  const causes = new Map(groups.map(({ id, cause }) => [id, cause]));
  const all = groupsOf(bySeverity, causes);
  const withFix = firstOfFixes(all.map(({ members: [first] }) => first));
  return SEVERITIES.flatMap((severity) => {
    const some = all.filter(({ members: [first] }) => first.severity === severity);
    const [first, ...others] = some.map((group) =>
      groupLines(group, withFix.has(group.members[0]), width, paint),
    );
    if (!first) return [];
    return [[paint(severity, `${severity.toUpperCase()} (${countText(some)})`), ...first], ...others];
  });
}

const PREVIEW =
  'Of rules that are new, and not yet read on enough real servers to be trusted. They change neither verdict, level and scores nor the exit code.';

/** The findings of preview rules, under a heading of their own: their severities are beside them. */
export function previewParagraphs(
  { preview_findings: findings = [] }: Pick<AnalysisReport, 'preview_findings'>,
  width: number,
  paint: Paint,
): string[][] {
  if (findings.length === 0) return [];
  const groups = groupsOf(worstFirst(findings), new Map());
  const withFix = firstOfFixes(groups.map(({ members: [first] }) => first));
  const heading = [paint('strong', `PREVIEW (${countText(groups)})`), ...indented(PREVIEW, width, '  ')];
  const paragraphs = groups.map((group) => {
    const [first] = group.members;
    return groupLines(group, withFix.has(first), width, paint, [first.severity]);
  });
  return [heading, ...paragraphs];
}

/** The findings in the baseline, one line each. */
export function knownLines(findings: readonly ReportedFinding[], width: number, paint: Paint): string[] {
  const known = findings.filter((finding) => finding.baseline_state === 'unchanged');
  if (known.length === 0) return [];
  const lines = known.flatMap(({ rule_id: id, severity, title, location }) =>
    indented(`${id} ${severity} ${locationText(location)} ${printable(title)}`, width, '  ', '    ').map(
      (line) => paint('faint', line),
    ),
  );
  return [paint('strong', `KNOWN (${known.length})`), ...lines];
}
