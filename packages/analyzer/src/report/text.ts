import { printable } from '../findings/printable.js';
import { CONTROL_CATALOG } from '../scoring/control-catalog.js';
import { COLOURED, PLAIN, type Paint } from './paint.js';
import { SEVERITIES } from '../findings/finding.js';
import type { AnalysisReport, ReportedControl, ReportedFinding } from './report.js';
import { bundleManifestLines } from './text-mcpb.js';
import { findingParagraphs, knownLines, previewParagraphs } from './text-findings.js';
import { indented, wrap } from './text-width.js';

/** How to format a report. */
interface TextOptions {
  /** Columns of the terminal; 80 by default, at least 40. */
  readonly width?: number;
  /** Whether the terminal supports colors; false by default. */
  readonly colour?: boolean;
  /** Whether dependencies were compared with advisories; false by default. */
  readonly compared?: boolean;
  /** Why nothing was analyzed and what to do next; replaces the report's own reasons. */
  readonly advice?: string;
}

const MAX_REASON = 700;
/** Further reasons why an analysis is incomplete are counted. */
const MAX_REASONS = 10;

/** The name and version in the manifest. */
function subjectOf({ package: identity }: AnalysisReport): string {
  if (identity === null) return 'a package without a manifest';
  const { ecosystem, name, version } = identity;
  return [ecosystem, printable(name ?? 'without a name'), printable(version ?? '')]
    .filter((part) => part !== '')
    .join(' ');
}

/** `2 critical, 1 low`; empty when there are none. */
const severitiesOf = (findings: readonly ReportedFinding[]): string =>
  SEVERITIES.map((severity) => [findings.filter((finding) => finding.severity === severity).length, severity])
    .filter(([count]) => count !== 0)
    .map(([count, severity]) => `${count} ${severity}`)
    .join(', ');

/** ` with 4 causes`, when there are more findings than causes. */
function causesOf({ findings, groups }: AnalysisReport): string {
  const count = groups.length;
  return count === findings.length ? '' : ` with ${count} ${count === 1 ? 'cause' : 'causes'}`;
}

function findingCounts(report: AnalysisReport): string {
  const { findings, files } = report;
  const known = findings.filter((finding) => finding.baseline_state === 'unchanged').length;
  const fresh = findings.filter((finding) => finding.baseline_state !== 'unchanged');
  if (findings.some((finding) => finding.baseline_state !== undefined))
    return `${fresh.length} new${fresh.length > 0 ? ` (${severitiesOf(fresh)})` : ''}, ${known} known`;
  if (findings.length > 0)
    return `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}${causesOf(report)}: ${severitiesOf(findings)}`;
  return files.product === 0 ? 'No source code' : 'No findings';
}

/** The number of findings and malicious dependencies. */
function countsOf(report: AnalysisReport): string {
  const malicious = report.dependencies.advisories.filter((advisory) => advisory.malicious);
  const count = new Set(malicious.map(({ ecosystem, name }) => `${ecosystem}:${name}`)).size;
  const described = `and ${count} malicious ${count === 1 ? 'dependency' : 'dependencies'}`;
  return count === 0 ? findingCounts(report) : `${findingCounts(report)} ${described}`;
}

/** `is not certified: …`, `cannot be judged: …`. */
function predicateOf({ verdict }: AnalysisReport): string {
  const shown = printable(verdict, MAX_REASON);
  return shown.startsWith('cannot ') ? shown : `is ${shown}`;
}

/** `, protocol 2024-11-05, 2025-03-26`; empty for a report that does not say it. */
const protocolOf = (versions: readonly string[] | null | undefined): string =>
  versions === undefined ? '' : `, protocol ${versions?.join(', ') ?? 'unknown'}`;

function summary(report: AnalysisReport, width: number, paint: Paint): string[] {
  const { toolchain, files, mcp_surface: surface } = report;
  const tools = surface.tools.length;
  const facts = `${files.parsed} of ${files.product} source files read, ${tools} ${tools === 1 ? 'tool' : 'tools'}, transport ${surface.transport}${protocolOf(surface.protocol_versions)}, mcp-analyze ${toolchain.scanner_version}`;
  return [
    ...wrap(`${subjectOf(report)} ${predicateOf(report)}`, width).map((line) => paint('strong', line)),
    ...wrap(countsOf(report), width),
    ...wrap(facts, width).map((line) => paint('faint', line)),
  ];
}

function scoreLines({ scores, ...report }: AnalysisReport, width: number, paint: Paint): string[] {
  const { security, supply_chain: supply, maturity } = scores.breakdown;
  const parts = [
    `global ${scores.global_score}, grade ${scores.grade}`,
    `security ${scores.security_score} (vulnerabilities ${security.vulnerabilities}, secrets ${security.secrets}, code quality ${security.code_quality})`,
    `supply chain ${scores.supply_chain_score} (dependencies ${supply.dependencies}, licenses ${supply.licenses}, lockfile ${supply.lockfile})`,
    `maturity ${scores.maturity_score} (documentation ${maturity.documentation}, tests ${maturity.tests}, CI ${maturity.ci_cd})`,
    `MSSS ${scores.msss_score}, level ${scores.msss_level}`,
    `certification ${report.certification_level}, ${report.certification_name}`,
  ];
  return [paint('strong', 'SCORES'), ...parts.flatMap((part) => indented(part, width, '  ', '    '))];
}

const NAMES: ReadonlyMap<string, string> = new Map(CONTROL_CATALOG.map(({ id, name }) => [id, name]));

function stateOf(control: ReportedControl): string {
  if (!control.applicable) return 'n/a';
  if (!control.observable) return '?';
  return control.passed ? 'pass' : 'FAIL';
}

/** Points to the explanation of the states `?` and `n/a` when any control has one. */
function explanationOf(controls: readonly ReportedControl[]): string {
  const states = ['?', 'n/a'].filter((state) => controls.some((control) => stateOf(control) === state));
  return states.length === 0 ? '' : `; docs/scoring.md explains ${states.join(' and ')}`;
}

function controlLines({ controls }: AnalysisReport, width: number, paint: Paint): string[] {
  // A control that does not apply has passed in the report, but is no achievement.
  const applicable = controls.filter((control) => control.applicable);
  const passed = applicable.filter((control) => control.passed).length;
  const lines = controls.flatMap((control) => {
    const heading = `${control.control_id} ${NAMES.get(control.control_id) ?? ''}`;
    const state = `  ${stateOf(control).padEnd(4)} `;
    const described = control.passed ? '' : `: ${printable(control.message, MAX_REASON)}`;
    const lines = indented(`${heading}${described}`, width, state);
    return control.passed ? lines : lines.map((line) => paint(control.observable ? 'bad' : 'medium', line));
  });
  const heading = `CONTROLS (${passed} of ${applicable.length} passed${explanationOf(controls)})`;
  return [...wrap(heading, width).map((line) => paint('strong', line)), ...lines];
}

/** The dependencies that are named as not compared. */
const SHOWN_UNCOMPARED = 20;

/** What was not compared with advisories, each with the reason. */
function uncomparedLines({ dependencies }: AnalysisReport, width: number): string[] {
  const { list = [], unknown = [] } = dependencies;
  const uncompared = list.filter(({ compared }) => !compared);
  const more = uncompared.length - SHOWN_UNCOMPARED;
  const shown = [
    ...uncompared.slice(0, SHOWN_UNCOMPARED).map(({ name, version, because = '', dev }) => {
      const which = version === null ? printable(name) : `${printable(name)} ${printable(version, 80)}`;
      return `${which}${dev ? ' (development)' : ''}: ${printable(because, MAX_REASON)}`;
    }),
    ...(more > 0 ? [`and ${more} more, which --format json lists`] : []),
    ...unknown
      .slice(0, SHOWN_UNCOMPARED)
      .map(
        ({ file_path: path, reason }) => `${printable(path, MAX_REASON)}: ${printable(reason, MAX_REASON)}`,
      ),
  ];
  return shown.length === 0
    ? []
    : ['  Not compared:', ...shown.flatMap((each) => indented(each, width, '  - '))];
}

function advisoryLines(report: AnalysisReport, compared: boolean, width: number, paint: Paint): string[] {
  const { advisories, count, compared: number, unknown = [] } = report.dependencies;
  const heading = paint('strong', `DEPENDENCIES (${count})`);
  if (count === 0 && advisories.length === 0 && unknown.length === 0) return [];
  const known = advisories.length === 0 ? 'no known advisory' : `${advisories.length} known`;
  const result = compared
    ? `${number === 1 ? '1 was' : `${number ?? 0} were`} compared with advisories: ${known}.`
    : 'No advisories to compare them with; --advisories names some.';
  return [
    heading,
    ...(compared || advisories.length === 0 ? indented(result, width, '  ') : []),
    ...advisories.flatMap((advisory) => {
      const fixed = advisory.fixed_versions.slice(0, 3).map((version) => printable(version, 80));
      const remedy = fixed.length === 0 ? 'no fixed version is known' : `fixed in ${fixed.join(', ')}`;
      const what = advisory.malicious ? 'MALICIOUS' : advisory.severity;
      const described = `${printable(advisory.name)} ${printable(advisory.version, 80)}: ${printable(advisory.id)}, ${what}, ${remedy}. ${printable(advisory.summary)}`;
      return indented(described, width, '  ', '    ').map((line) => paint(advisory.severity, line));
    }),
    ...(compared ? uncomparedLines(report, width) : []),
  ];
}

function incompleteLines(report: AnalysisReport, width: number, paint: Paint): string[] {
  if (report.complete) return [];
  const { incomplete_reasons: reasons } = report;
  const more = reasons.length - MAX_REASONS;
  const shown = [
    ...reasons.slice(0, MAX_REASONS).map((reason) => printable(reason, MAX_REASON)),
    ...(more > 0 ? [`and ${more} more, which --format json lists`] : []),
  ];
  return [
    paint('bad', `NOT ANALYZED (${reasons.length})`),
    ...shown.flatMap((reason) => indented(reason, width, '  - ')),
  ];
}

/** The names of libraries that are shown for a bundle. */
const SHOWN_LIBRARIES = 5;

function bundleLines({ bundles = [] }: AnalysisReport, width: number, paint: Paint): string[] {
  if (bundles.length === 0) return [];
  const lines = bundles.flatMap(({ file_path: path, libraries }) => {
    const names = libraries.slice(0, SHOWN_LIBRARIES).map((name) => printable(name, 80));
    const more = libraries.length - names.length;
    const listed = `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    return indented(`${printable(path, MAX_REASON)}: ${listed}`, width, '  ', '    ');
  });
  return [paint('strong', 'LIBRARIES IN BUNDLES (not analyzed, like dependencies)'), ...lines];
}

/** Whether nothing was analyzed: scores and controls are then meaningless. */
const isNothing = ({ complete, files }: AnalysisReport): boolean => !complete && files.total === 0;

function nothingLines(
  report: AnalysisReport,
  advice: string | undefined,
  width: number,
  paint: Paint,
): string[] {
  const reasons = advice === undefined ? report.incomplete_reasons : [advice];
  const lines = reasons.flatMap((reason) => indented(printable(reason, MAX_REASON), width, '  '));
  return [paint('bad', 'Not analyzed'), ...lines];
}

/** A report for a terminal. No text from the package can affect the terminal. */
export function textReport(report: AnalysisReport, options: TextOptions = {}): string {
  const columns = Math.max(40, options.width ?? 80);
  const paint = options.colour === true ? COLOURED : PLAIN;
  if (isNothing(report)) return `${nothingLines(report, options.advice, columns, paint).join('\n')}\n`;
  const paragraphs = [
    summary(report, columns, paint),
    incompleteLines(report, columns, paint),
    bundleManifestLines(report, columns, paint),
    ...findingParagraphs(report, columns, paint),
    knownLines(report.findings, columns, paint),
    ...previewParagraphs(report, columns, paint),
    advisoryLines(report, options.compared === true, columns, paint),
    scoreLines(report, columns, paint),
    controlLines(report, columns, paint),
    bundleLines(report, columns, paint),
  ];
  return `${paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}
