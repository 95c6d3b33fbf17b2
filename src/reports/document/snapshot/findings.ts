import type { ReportedGroup } from '@mcp-hub/analyzer';
import { CLASSES, RISK_NAMES, VULNERABILITY_CLASSES } from '@mcp-hub/analyzer/catalogs';
import { markup, type Markup } from '../../../hub/platform/pages/markup.js';
import {
  counted,
  keyFigures,
  joined,
  number,
  paragraph,
  severityLabel,
  severityName,
  table,
  when,
} from '../html.js';
import type { Section } from '../page-frame.js';
import type { ReportFinding, RuleCount, SnapshotReport } from '../report-data.js';
import { MAX_NAME, shownCode, shownLines, shownText } from '../shown-text.js';
import { findingDetail, OCCURRENCE_COLUMNS, occurrenceRow } from './finding-detail.js';

const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;

/** Root causes with all details; findings of a cause with details; further findings in its table; all findings named. */
const MAX_CAUSES = 150;
const MAX_DETAILS = 2;
const MAX_OCCURRENCES = 60;
const MAX_LISTED = 1000;

/** A root cause with its findings. */
interface Cause {
  readonly group: ReportedGroup;
  readonly findings: readonly ReportFinding[];
}

/** Counts what is still to be shown, over the whole section. */
interface Budget {
  causes: number;
  findings: number;
}

/** The findings by severity, rule and root cause, the worst first. */
export function findingsSection(data: SnapshotReport): Section {
  const budget: Budget = { causes: MAX_CAUSES, findings: MAX_LISTED };
  const causes = causesOf(data);
  const parts = SEVERITIES.flatMap((severity) => {
    const members = causes.filter(({ group }) => group.severity === severity);
    if (members.length === 0) return [];
    const findings = members.reduce((sum, cause) => sum + cause.findings.length, 0);
    const title = `${severityName(severity)}: ${counted(findings, 'finding')}, ${counted(members.length, 'root cause')}`;
    const id = `findings-${severity}`;
    return [{ id, title, html: markup`<h3 id="${id}">${title}</h3>${joined(rules(members, budget))}` }];
  });
  const rest = { id: 'findings-rules', title: 'All findings by rule' };
  const classes = { id: 'findings-classes', title: 'Classes of findings' };
  const shown = MAX_LISTED - budget.findings;
  const body = markup`${introduction(data, shown)}${joined(parts.map(({ html }) => html))}
${when(data.rule_counts.length > 0, () => markup`<h3 id="${rest.id}">${rest.title}</h3>${ruleTable(data)}`)}
<div class="whole"><h3 id="${classes.id}">${classes.title}</h3>${classTable()}</div>`;
  const subsections = [
    ...parts.map(({ id, title }) => ({ id, title })),
    ...(data.rule_counts.length > 0 ? [rest] : []),
    classes,
  ];
  return { id: 'findings', title: 'Findings', subsections, body };
}

const CLASS_COLUMNS = [
  { title: 'Class', width: 60 },
  { title: 'OWASP MCP', width: 40 },
];

/** What the analysis looks for, also where it found nothing. Controls name the classes by their letters. */
function classTable(): Markup {
  const rows = VULNERABILITY_CLASSES.map((letter) => {
    const { name, risk } = CLASSES[letter];
    return [`${letter} ${name}`, `${risk} ${RISK_NAMES[risk] ?? ''}`];
  });
  return table('What the analysis looks for', CLASS_COLUMNS, rows);
}

/** The root causes with their findings; those without findings in the data are left out. */
function causesOf({ findings, groups }: SnapshotReport): Cause[] {
  const members = Map.groupBy(findings, ({ group }) => group);
  return groups.flatMap((group) => {
    const found = members.get(group.id) ?? [];
    return found.length === 0 ? [] : [{ group, findings: found }];
  });
}

function introduction({ snapshot, findings }: SnapshotReport, shown: number): Markup {
  const { total } = snapshot.finding_counts;
  if (total === 0) {
    return paragraph(
      snapshot.complete
        ? 'The analysis found nothing. It looks for known classes of mistakes in the source, and does not prove that there are none.'
        : 'The analysis found nothing in what it read, and it did not read everything.',
    );
  }
  const rest = total - shown;
  return markup`${paragraph('Findings with one root cause are together: one change fixes all of them. A root cause has the severity of its worst finding.')}
${when(rest > 0, () => paragraph(`${counted(total, 'finding')} in all. This document names ${number(shown)} of them, the worst first; ${counted(rest, 'other one', 'other ones')} ${rest === 1 ? 'is' : 'are'} counted in the table at the end of this section. The report in JSON has ${total > findings.length ? number(findings.length) : 'all'}, and the SARIF file of the version has all.`))}`;
}

/** The rules of one severity, each with its root causes; then those without details, as a table. */
function rules(causes: readonly Cause[], budget: Budget): Markup[] {
  const detailed = causes.slice(0, budget.causes);
  budget.causes -= detailed.length;
  const byRule = Map.groupBy(detailed, ({ group }) => group.rule_id);
  const blocks = [...byRule].flatMap(([, [first, ...others]]) =>
    first === undefined ? [] : [rule([first, ...others], budget)],
  );
  const rest = causes.slice(detailed.length).slice(0, Math.max(budget.findings, 0));
  if (rest.length === 0) return blocks;
  budget.findings -= rest.reduce((sum, { findings }) => sum + findings.length, 0);
  return [...blocks, causeTable(rest, detailed.length > 0)];
}

function rule(causes: readonly [Cause, ...Cause[]], budget: Budget): Markup {
  const [finding] = causes[0].findings;
  if (finding === undefined) return joined([]);
  const head = keyFigures(
    [
      ['Rule', shownText(finding.rule_id)],
      ['CWE', shownText(finding.cwe.replace(/^CWE-/u, ''))],
      ['CVSS', finding.cvss.toFixed(1)],
      ['OWASP MCP', markup`${shownText(finding.owasp_mcp)} ${shownText(finding.owasp_mcp_name)}`],
      [
        'Class',
        markup`${shownText(finding.vulnerability_class)} ${shownText(finding.vulnerability_class_name)}`,
      ],
    ],
    'inline',
  );
  return markup`<h4>${shownLines(finding.title, MAX_NAME)}</h4>${head}
<p>${shownLines(finding.description)}</p>
<p><b>Remediation.</b> ${shownLines(finding.remediation)}</p>
${joined(causes.map((cause) => causeHtml(cause, budget)))}`;
}

function causeTitle({ cause }: ReportedGroup): Markup {
  const helper = cause.helper === null ? '' : markup` in the function ${shownCode(cause.helper)}`;
  return markup`${shownCode(`${cause.file_path}:${cause.line}`)}${helper}`;
}

/** Names of tools, at most six. */
function toolsOf({ tool_names: names }: ReportedGroup): Markup {
  const shown = names.slice(0, 6).map((name) => shownCode(name, 80));
  return joined([...shown, ...(names.length > 6 ? [`${number(names.length - 6)} more`] : [])], ', ');
}

function causeHtml({ group, findings }: Cause, budget: Budget): Markup {
  const listed = findings.slice(0, Math.max(budget.findings, 0)).slice(0, MAX_DETAILS + MAX_OCCURRENCES);
  budget.findings -= listed.length;
  const [details, others] = [listed.slice(0, MAX_DETAILS), listed.slice(MAX_DETAILS)];
  const more = findings.length - listed.length;
  const reach =
    group.tool_names.length === 0
      ? ''
      : markup` Reached by ${group.tool_names.length === 1 ? 'the tool' : 'the tools'} ${toolsOf(group)}.`;
  return markup`<h5>Root cause: ${causeTitle(group)}</h5>
<p>${counted(findings.length, 'finding')}.${reach}</p>
${joined(details.map(findingDetail))}
${when(others.length > 0, () => table(`${counted(others.length, 'further finding')} with this root cause`, OCCURRENCE_COLUMNS, others.map(occurrenceRow)))}
${when(more > 0, () => paragraph(`${counted(more, 'more finding')} with this root cause ${more === 1 ? 'is' : 'are'} only counted.`))}`;
}

const CAUSE_COLUMNS = [
  { title: 'Root cause', width: 40 },
  { title: 'Rule', width: 32 },
  { title: 'Tools', width: 18 },
  { title: 'Findings', width: 10, isNumber: true },
];

function causeTable(causes: readonly Cause[], hasDetails: boolean): Markup {
  const rows = causes.map(({ group, findings }) => [
    causeTitle(group),
    markup`${shownText(group.rule_id)} ${shownText(findings[0]?.title ?? '')}`,
    toolsOf(group),
    number(findings.length),
  ]);
  return table(
    `${counted(causes.length, hasDetails ? 'further root cause' : 'root cause')} of this severity, without details`,
    CAUSE_COLUMNS,
    rows,
  );
}

const RULE_COLUMNS = [
  { title: 'Rule', width: 60 },
  { title: 'Severity', width: 24 },
  { title: 'Findings', width: 16, isNumber: true },
];
const MAX_RULES = 400;

function ruleTable({ rule_counts: counts, snapshot }: SnapshotReport): Markup {
  const row = ({ rule_id: id, title, severity, findings }: RuleCount) => [
    markup`${shownText(id)} ${shownText(title)}`,
    severityLabel(severity),
    number(findings),
  ];
  return table(
    `${counted(snapshot.finding_counts.total, 'finding')} by severity and rule`,
    RULE_COLUMNS,
    counts.slice(0, MAX_RULES).map(row),
  );
}
