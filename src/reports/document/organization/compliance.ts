import { percentOf } from '../../../hub/assurance/posture/numbers.js';
import { markup, type Markup } from '../../../hub/platform/pages/markup.js';
import { CATEGORIES, categoryName, joined, number, paragraph, severityLabel, table } from '../html.js';
import type { Section } from '../page-frame.js';
import type { OrganizationReport } from '../report-data.js';
import { shownText } from '../shown-text.js';

const RISK_COLUMNS = [
  { title: 'Risk', width: 37 },
  { title: 'Status', width: 15 },
  { title: 'Open findings', width: 12, isNumber: true },
  { title: 'Servers', width: 10, isNumber: true },
  { title: 'Worst', width: 12 },
  { title: 'Classes', width: 14 },
];
const CROSSWALK_COLUMNS = [
  { title: 'Id', width: 20 },
  { title: 'Title in the list that OWASP publishes', width: 80 },
];
const CONTROL_COLUMNS = [
  { title: 'Control', width: 58 },
  { title: 'Pass', width: 14, isNumber: true },
  { title: 'Fail', width: 14, isNumber: true },
  { title: 'Rate', width: 14, isNumber: true },
];
const MAX_ROWS = 500;

/** The risks of the framework with the open findings of each. */
export function complianceSection({ compliance }: OrganizationReport): Section {
  const {
    risks,
    framework,
    framework_version: version,
    overall_compliance_rate: rate,
    crosswalk,
  } = compliance;
  const rows = risks
    .slice(0, MAX_ROWS)
    .map((risk) => [
      markup`${shownText(risk.risk_id)} ${shownText(risk.risk_name)}`,
      markup`<span class="result${risk.status === 'compliant' ? ' quiet' : ''}">${risk.status === 'compliant' ? 'Compliant' : 'Not compliant'}</span>`,
      number(risk.finding_count),
      number(risk.affected_mcps),
      risk.max_severity === null ? 'none' : severityLabel(risk.max_severity),
      shownText(risk.mapped_vulnerability_classes.join(', ')),
    ]);
  const body = markup`${paragraph(shownText(framework), ', ', shownText(version), `. A risk without open findings is compliant; ${number(Math.round(rate * 100))} % of the risks are. It says what the analyses found, and is no certificate of the framework.`)}
<h3 id="compliance-risks">Risks</h3>
${table('Risks and open findings', RISK_COLUMNS, rows)}
<h3 id="compliance-titles">Published titles</h3>
${paragraph('The names above are those of the GRC API. The list that OWASP publishes gives other titles to some of the ids:')}
${table(
  'Titles of the published list, beta of 2025',
  CROSSWALK_COLUMNS,
  crosswalk
    .slice(0, MAX_ROWS)
    .map(({ risk_id: id, published_title: title }) => [shownText(id), shownText(title)]),
)}`;
  return {
    id: 'compliance',
    title: 'Compliance mapping',
    subsections: [
      { id: 'compliance-risks', title: 'Risks' },
      { id: 'compliance-titles', title: 'Published titles' },
    ],
    body,
  };
}

const rateOf = (passed: number, all: number): string => (all === 0 ? 'none' : `${percentOf(passed, all)} %`);

/** The controls by category, with the numbers of servers. */
export function organizationControlsSection({ controls }: OrganizationReport): Section {
  const groups = CATEGORIES.flatMap((category, index) => {
    const members = controls.filter(({ control_category: of }) => of === category).slice(0, MAX_ROWS);
    return members.length === 0
      ? []
      : [{ id: `controls-${index + 1}`, title: categoryName(category), members }];
  });
  const parts = groups.map(({ id, title, members }): Markup => {
    const rows = members.map(({ control_id: control, control_name: name, passed, failed }) => [
      markup`${shownText(control)} ${shownText(name)}`,
      number(passed),
      number(failed),
      rateOf(passed, passed + failed),
    ]);
    return markup`<h3 id="${id}">${title}</h3>${table(`${title}: servers that pass and fail`, CONTROL_COLUMNS, rows)}`;
  });
  const body = markup`${paragraph('Numbers of servers, by their newest complete analysis.')}${joined(parts)}`;
  return {
    id: 'controls',
    title: 'Controls',
    subsections: groups.map(({ id, title }) => ({ id, title })),
    body,
  };
}
