import { printable } from '../findings/printable.js';
import { CONTROL_CATALOG } from '../scoring/control-catalog.js';
import { COLOURED, PLAIN, type Paint } from './paint.js';
import { SEVERITIES, type AnalysisReport, type ReportedControl } from './report.js';
import { findingParagraphs } from './text-findings.js';
import { indented, wrap } from './text-width.js';

export interface TextOptions {
  /** Columns of the terminal; 80 when not said, at least 40. */
  readonly width?: number;
  /** Whether the terminal knows colours; not when not said. */
  readonly colour?: boolean;
}

const MAX_REASON = 700;

/** What was analyzed, as it names itself. */
function subjectOf({ package: identity }: AnalysisReport): string {
  if (identity === null) return 'a package without a manifest';
  const { ecosystem, name, version } = identity;
  return [ecosystem, printable(name ?? 'without a name'), printable(version ?? '')]
    .filter((part) => part !== '')
    .join(' ');
}

function countsOf({ finding_counts: counts, findings }: AnalysisReport): string {
  if (counts.total === 0) return 'No findings';
  const parts = SEVERITIES.filter((severity) => counts[severity] > 0).map(
    (severity) => `${counts[severity]} ${severity}`,
  );
  const known = findings.filter((finding) => finding.baseline_state === 'unchanged').length;
  const noun = counts.total === 1 ? 'finding' : 'findings';
  return `${counts.total} ${noun}: ${parts.join(', ')}${known > 0 ? ` (${known} in the baseline)` : ''}`;
}

function summary(report: AnalysisReport, width: number, paint: Paint): string[] {
  const { toolchain, files, mcp_surface: surface } = report;
  const tools = surface.tools.length;
  const facts = `${files.parsed} of ${files.product} source files read, ${tools} ${tools === 1 ? 'tool' : 'tools'}, transport ${surface.transport}, mcp-analyze ${toolchain.scanner_version}`;
  return [
    ...wrap(`${subjectOf(report)}: ${countsOf(report)}`, width).map((line) => paint('strong', line)),
    ...wrap(facts, width).map((line) => paint('faint', line)),
    ...(report.complete
      ? []
      : wrap('The analysis is not complete: see below.', width).map((line) => paint('bad', line))),
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

function controlLines({ controls }: AnalysisReport, width: number, paint: Paint): string[] {
  const passed = controls.filter((control) => control.passed).length;
  const lines = controls.flatMap((control) => {
    const heading = `${control.control_id} ${NAMES.get(control.control_id) ?? ''}`;
    const state = `  ${stateOf(control).padEnd(4)} `;
    const told = control.passed ? '' : `: ${printable(control.message, MAX_REASON)}`;
    const lines = indented(`${heading}${told}`, width, state);
    return control.passed ? lines : lines.map((line) => paint(control.observable ? 'bad' : 'medium', line));
  });
  return [paint('strong', `CONTROLS (${passed} of ${controls.length} passed)`), ...lines];
}

function advisoryLines({ dependencies }: AnalysisReport, width: number, paint: Paint): string[] {
  const { advisories, count, advisories_observable: observable } = dependencies;
  const heading = paint('strong', `DEPENDENCIES (${count})`);
  if (!observable)
    return count === 0
      ? []
      : [
          heading,
          ...indented('No advisories to compare them with, or their versions are not known.', width, '  '),
        ];
  if (advisories.length === 0) return count === 0 ? [] : [heading, '  No known advisory.'];
  return [
    heading,
    ...advisories.flatMap((advisory) => {
      const fixed = advisory.fixed_versions.slice(0, 3).map((version) => printable(version, 80));
      const remedy = fixed.length === 0 ? 'no mended version is known' : `mended in ${fixed.join(', ')}`;
      const what = advisory.malicious ? 'MALICIOUS' : advisory.severity;
      const told = `${printable(advisory.name)} ${printable(advisory.version, 80)}: ${printable(advisory.id)}, ${what}, ${remedy}. ${printable(advisory.summary)}`;
      return indented(told, width, '  ', '    ').map((line) => paint(advisory.severity, line));
    }),
  ];
}

function incompleteLines(report: AnalysisReport, width: number, paint: Paint): string[] {
  if (report.complete) return [];
  const reasons = report.incomplete_reasons.flatMap((reason) =>
    indented(printable(reason, MAX_REASON), width, '  - '),
  );
  return [paint('bad', 'NOT ANALYZED'), ...reasons];
}

/** A report for a terminal. Nothing that stands in the package can do anything to the terminal. */
export function textReport(report: AnalysisReport, { width = 80, colour = false }: TextOptions = {}): string {
  const columns = Math.max(40, width);
  const paint = colour ? COLOURED : PLAIN;
  const paragraphs = [
    summary(report, columns, paint),
    ...findingParagraphs(report.findings, columns, paint),
    advisoryLines(report, columns, paint),
    scoreLines(report, columns, paint),
    controlLines(report, columns, paint),
    incompleteLines(report, columns, paint),
  ];
  return `${paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}
