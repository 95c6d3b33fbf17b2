import type { FindingCounts } from '@mcp-hub/analyzer';
import { markup, type Markup } from '../../../hub/platform/pages/markup.js';
import { barChart } from '../charts.js';
import {
  bullets,
  counted,
  day,
  keyFigures,
  levelName,
  note,
  NOTHING,
  number,
  paragraph,
  sentenceList,
  severityLabel,
  when,
  type Part,
} from '../html.js';
import type { ReportDifference, SnapshotReport } from '../report-data.js';
import { shownLines, shownText } from '../shown-text.js';
import type { Section } from '../page-frame.js';
import { controlResult, type ControlResult } from './controls.js';

const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
const MAX_NAMES = 8;
/** The least global scores of levels 1 to 3. */
const THRESHOLDS = [60, 80, 90];

/** One page: the result in a sentence, scores, severities, and what has changed. */
export function summarySection(data: SnapshotReport): Section {
  const { snapshot, verdict } = data;
  const sentence = verdict.length === 0 ? '' : `${verdict.slice(0, 1).toUpperCase()}${verdict.slice(1)}.`;
  const body = markup`<p class="lead">${shownLines(sentence, 900)}</p>
${scores(data)}
<h3 id="summary-findings">Findings by severity</h3>
${severities(snapshot.finding_counts)}
${controlsSentence(data)}
<h3 id="summary-changes">Since the previous snapshot</h3>
${changes(data)}`;
  return { id: 'summary', title: 'Summary', body };
}

function scores({ snapshot }: SnapshotReport): Markup {
  const bars = [
    { label: 'Global score', value: snapshot.global_score },
    { label: 'Security', value: snapshot.security_score },
    { label: 'Supply chain', value: snapshot.supply_chain_score },
    { label: 'Maturity', value: snapshot.maturity_score },
    { label: 'MSSS', value: snapshot.msss_score },
  ];
  const alternative = `Scores from 0 to 100: ${bars.map(({ label, value }) => `${label} ${value}`).join(', ')}.`;
  const marks = THRESHOLDS.map((value, index) => ({ label: `level ${index + 1}`, value }));
  return markup`${barChart(bars, { alternative, max: 100, marks })}
<p class="soft">The global score weighs security by half, supply chain by three tenths and maturity by two tenths. The dashed lines in its bar are the least scores of the levels, which also need controls and the MSSS score. Grade ${shownText(snapshot.grade)}, ${levelName(snapshot.certification_level).toLowerCase()}, MSSS level ${String(snapshot.msss_level)}.</p>`;
}

/** The numbers of findings, as a list. */
export function severities(counts: FindingCounts): Markup {
  const pairs = SEVERITIES.map((severity) => [severityLabel(severity), number(counts[severity])] as const);
  return keyFigures(pairs, 'verdicts severities');
}

function controlsSentence({ controls, findings, groups, snapshot }: SnapshotReport): Markup {
  const of = (...results: readonly ControlResult[]): SnapshotReport['controls'] =>
    controls.filter((control) => results.includes(controlResult(control)));
  const [failed, unobserved] = [of('Fail'), of('Not observable')];
  const causes =
    findings.length === snapshot.finding_counts.total ? ` with ${counted(groups.length, 'root cause')}` : '';
  return paragraph(
    snapshot.finding_counts.total === 0
      ? 'No findings. '
      : `${counted(snapshot.finding_counts.total, 'finding')}${causes}. `,
    `${number(of('Pass', 'Not applicable').length)} of ${counted(controls.length, 'control')} passed. ${number(failed.length)} failed`,
    idsOf(failed),
    unobserved.length === 0
      ? '.'
      : markup`, and ${number(unobserved.length)} could not be observed and ${unobserved.length === 1 ? 'counts' : 'count'} as failed${idsOf(unobserved)}.`,
  );
}

/** Ids of controls in parentheses; nothing without any. */
function idsOf(controls: SnapshotReport['controls']): Markup {
  if (controls.length === 0) return NOTHING;
  const ids = controls
    .slice(0, MAX_NAMES)
    .map(({ control_id: id }) => markup`<span class="unbroken">${shownText(id, 40)}</span>`);
  const more = controls.length - ids.length;
  return markup` (${sentenceList(more > 0 ? [...ids, `${number(more)} more`] : ids)})`;
}

function changes({ difference, snapshot, evidence }: SnapshotReport): Markup {
  if (difference === null) {
    return paragraph(
      evidence.previous_snapshot_id === null
        ? 'This is the first snapshot of the server, so there is nothing to compare it with.'
        : 'The previous snapshot was recorded for another organization, so it is not compared.',
    );
  }
  const caution = when(!difference.same_toolchain || !difference.complete || !snapshot.complete, () =>
    note(
      difference.same_toolchain
        ? ''
        : 'The two snapshots were made by different versions of the analyzer, its rules or its advisories. ',
      difference.complete && snapshot.complete ? '' : 'At least one of the two analyses is incomplete. ',
      'Some differences may come from that, and not from the server.',
    ),
  );
  const of =
    difference.visible_version === null
      ? NOTHING
      : markup` of version ${shownText(difference.visible_version)}`;
  return markup`${paragraph('Compared with the snapshot of ', day(difference.created_at), of, ':')}${bullets(changeItems(difference, snapshot))}${caution}`;
}

/** `+3`, or `−3` with a minus sign. */
const signed = (change: number): string => `${change > 0 ? '+' : '−'}${Math.abs(change)}`;

function changeItems(difference: ReportDifference, snapshot: SnapshotReport['snapshot']): Part[] {
  const { scores: before, findings } = difference;
  const change = snapshot.global_score - before.global_score;
  const level =
    difference.certification_level === snapshot.certification_level
      ? `${levelName(snapshot.certification_level).toLowerCase()}, unchanged`
      : `${levelName(snapshot.certification_level).toLowerCase()}; before: ${levelName(difference.certification_level).toLowerCase()}`;
  return [
    `Global score ${snapshot.global_score}, ${change === 0 ? 'unchanged' : `${signed(change)} from ${before.global_score}`}. Certification: ${level}.`,
    findings === null ? 'The findings of the previous snapshot could not be read.' : findingsItem(findings),
    ...controlItems(difference),
    ...toolItems(difference),
  ];
}

const bySeverity = (counts: FindingCounts): string => {
  const parts = SEVERITIES.flatMap((severity) =>
    counts[severity] > 0 ? [`${number(counts[severity])} ${severity}`] : [],
  );
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
};

const findingsItem = ({ added, removed }: NonNullable<ReportDifference['findings']>): string =>
  `${counted(added.total, 'finding')} new${bySeverity(added)}, ${counted(removed.total, 'finding')} gone${bySeverity(removed)}.`;

function named(names: readonly string[]): Markup {
  const shown = names.slice(0, MAX_NAMES).map((name) => shownText(name, 80));
  const more = names.length - shown.length;
  return sentenceList(more > 0 ? [...shown, `${number(more)} more`] : shown);
}

function controlItems({ controls_changed: changed }: ReportDifference): Part[] {
  const [passes, fails] = [changed.filter(({ passed }) => passed), changed.filter(({ passed }) => !passed)];
  const ids = (controls: typeof changed): Markup =>
    named(controls.map(({ control_id: id, control_name: name }) => `${id} ${name}`));
  return [
    ...(fails.length > 0 ? [markup`Controls that now fail: ${ids(fails)}.`] : []),
    ...(passes.length > 0 ? [markup`Controls that now pass: ${ids(passes)}.`] : []),
  ];
}

function toolItems(difference: ReportDifference): Part[] {
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['Tools added', difference.tools_added],
    ['Tools removed', difference.tools_removed],
    ['Tools with another description or schema', difference.tools_changed.map(({ name }) => name)],
    ['Capabilities added', difference.capabilities_added],
    ['Capabilities removed', difference.capabilities_removed],
  ];
  return lists.flatMap(([title, names]) => (names.length > 0 ? [markup`${title}: ${named(names)}.`] : []));
}
