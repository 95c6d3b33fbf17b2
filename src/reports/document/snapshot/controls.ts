import { markup, type Markup } from '../../../hub/platform/pages/markup.js';
import { CATEGORIES, categoryName, joined, paragraph, severityLabel, table, when } from '../html.js';
import type { Section } from '../page-frame.js';
import type { ReportControl, SnapshotReport } from '../report-data.js';
import { shownLines, shownText } from '../shown-text.js';

/** More controls than any catalog has. */
const MAX_CONTROLS = 500;

const COLUMNS = [
  { title: 'Control', width: 34 },
  { title: 'Result', width: 14 },
  { title: 'Severity', width: 11 },
  { title: 'Reason', width: 41 },
];

const RESULTS = ['Pass', 'Fail', 'Not applicable', 'Not observable'] as const;
export type ControlResult = (typeof RESULTS)[number];

/** The result of a control in a word. */
export function controlResult({
  passed,
  applicable,
  observable,
}: Pick<ReportControl, 'passed' | 'applicable' | 'observable'>): ControlResult {
  if (!applicable) return 'Not applicable';
  if (!observable) return 'Not observable';
  return passed ? 'Pass' : 'Fail';
}

const row = (control: ReportControl) => [
  markup`${shownText(control.control_id)} ${shownText(control.control_name)}`,
  markup`<span class="result${controlResult(control) === 'Fail' || controlResult(control) === 'Not observable' ? '' : ' quiet'}">${controlResult(control)}</span>`,
  severityLabel(control.severity),
  shownLines(control.message, 600),
];

function counts(controls: readonly ReportControl[]): string {
  const parts = RESULTS.map(
    (result) =>
      `${controls.filter((control) => controlResult(control) === result).length} ${result.toLowerCase()}`,
  );
  return parts.join(', ');
}

/** The controls by category. */
export function controlsSection({ controls }: SnapshotReport): Section {
  const shown = controls.slice(0, MAX_CONTROLS);
  const others = [...new Set(shown.map(({ control_category: category }) => category))].filter(
    (category) => !CATEGORIES.includes(category),
  );
  const groups = [...CATEGORIES, ...others].flatMap((category, index) => {
    const members = shown.filter(({ control_category: of }) => of === category);
    return members.length === 0
      ? []
      : [{ id: `controls-${index + 1}`, title: categoryName(category), members }];
  });
  const parts = groups.map(
    ({ id, title, members }): Markup =>
      markup`<h3 id="${id}">${title}</h3>${table(`${title}: ${counts(members)}.`, COLUMNS, members.map(row))}`,
  );
  const body = markup`${paragraph(`${counts(controls)}. A control that does not apply to this server counts as passed. One whose evidence cannot be observed in the source counts as failed.`)}
${joined(parts)}${when(controls.length === 0, () => paragraph('The snapshot has no results of controls.'))}`;
  return {
    id: 'controls',
    title: 'Controls',
    subsections: groups.map(({ id, title }) => ({ id, title })),
    body,
  };
}
