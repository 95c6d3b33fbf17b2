import { printable, printablePath } from '../findings/printable.js';
import type { Severity } from '../findings/finding.js';
import { MAX_TOOLS } from './groups.js';
import type { AnalysisReport, ReportedGroup } from './report.js';

/** The parts of a report that its verdict states. */
export type Judged = Pick<
  AnalysisReport,
  'complete' | 'incomplete_reasons' | 'finding_counts' | 'groups' | 'certification_level'
> & {
  readonly files: Pick<AnalysisReport['files'], 'total'>;
  readonly scores: Pick<AnalysisReport['scores'], 'global_score' | 'msss_score'>;
  readonly dependencies: {
    readonly advisories: readonly Pick<
      AnalysisReport['dependencies']['advisories'][number],
      'malicious' | 'name'
    >[];
  };
  /** Whether tools, prompts or resources of a server were found. */
  readonly offers: boolean;
};

/** More names are counted. */
const MAX_NAMES = 3;
const MAX_NAME = 60;
const MAX_REASON = 300;
/** The least score of level 1, in both views. */
const LEAST_SCORE = 60;

/** `a`, `a and b`, `a, b and c`. */
const listOf = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;

/** Where the findings of some groups are: their tools, or the location of the only one. */
function whereOf(groups: readonly ReportedGroup[]): string {
  const tools = [...new Set(groups.flatMap(({ tool_names: names }) => names))];
  const [first] = groups;
  // A group names no more tools than that.
  const isMore = groups.some(({ tool_names: names }) => names.length >= MAX_TOOLS);
  if (tools.length > MAX_NAMES) return ` in ${isMore ? 'at least ' : ''}${tools.length} tools`;
  if (tools.length > 0)
    return ` in tool${tools.length === 1 ? '' : 's'} ${listOf(tools.map((tool) => `\`${printable(tool, MAX_NAME)}\``))}`;
  if (!first || groups.length > 1) return '';
  return ` in ${printable(printablePath(first.cause.file_path))}`;
}

/** `2 critical in tools `a` and `b``: the number of causes, and of locations when there are more of them. */
function countOf(severity: Severity, { groups, finding_counts: counts }: Judged): string[] {
  const members = groups.filter((group) => group.severity === severity);
  if (members.length === 0) return [];
  const locations = counts[severity] > members.length ? ` at ${counts[severity]} locations` : '';
  return [`${members.length} ${severity}${whereOf(members)}${locations}`];
}

function maliciousIn({ dependencies }: Judged): string[] {
  const names = new Set(dependencies.advisories.flatMap(({ malicious, name }) => (malicious ? [name] : [])));
  const [first = ''] = names;
  if (names.size === 0) return [];
  return names.size === 1
    ? [`the dependency \`${printable(first, MAX_NAME)}\` is malicious`]
    : [`${names.size} dependencies are malicious`];
}

/** The first reason why the analysis is incomplete, and how many more there are. */
function reasonOf({ incomplete_reasons: reasons }: Judged): string {
  const [first = 'not everything could be analyzed', ...others] = reasons;
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return `${printable(first, MAX_REASON)}${more}`;
}

function lesserCounts({ finding_counts: counts }: Judged): string {
  const lesser = (['medium', 'low'] as const).flatMap((severity) =>
    counts[severity] === 0 ? [] : [`${counts[severity]} ${severity}`],
  );
  return lesser.length === 0 ? 'no findings' : `no critical or high finding, ${lesser.join(', ')}`;
}

/** Why a complete report without a grave finding has level 0. */
const scoreReason = ({ scores: { global_score: global, msss_score: msss } }: Judged): string =>
  global < LEAST_SCORE
    ? `the global score is ${global}, and level 1 needs ${LEAST_SCORE}`
    : `the MSSS score is ${msss}, and level 1 needs ${LEAST_SCORE}`;

/**
 * The result of an analysis in one sentence. What was found counts even if not everything was analyzed; what was not found counts
 * only if it could have been.
 */
export function verdictOf(report: Judged): string {
  const { certification_level: level, complete, files, offers } = report;
  if (!complete && files.total === 0) return `cannot be judged: ${reasonOf(report)}`;
  const grave = [...maliciousIn(report), ...countOf('critical', report), ...countOf('high', report)];
  const unread = complete ? '' : `; not analyzed: ${reasonOf(report)}`;
  if (grave.length > 0)
    return `${level === 0 ? 'not certified' : `certified at level ${level}`}: ${grave.join(', ')}${unread}`;
  if (!offers) return `cannot be judged: no tools were recognized${unread}`;
  if (!complete && level === 0) return `cannot be judged: ${reasonOf(report)}`;
  if (level === 0) return `not certified: ${scoreReason(report)} (${lesserCounts(report)})`;
  return `certified at level ${level}: ${lesserCounts(report)}${unread}`;
}
