import { markup, type Markup } from '../../../hub/platform/pages/markup.js';
import { barChart, lineChart } from '../charts.js';
import {
  bullets,
  counted,
  dateTime,
  day,
  facts,
  keyFigures,
  number,
  paragraph,
  table,
  when,
} from '../html.js';
import type { Section } from '../page-frame.js';
import type { OrganizationReport } from '../report-data.js';
import { shownText } from '../shown-text.js';
import { severities } from '../snapshot/summary.js';

/** The cover: whose servers, when, and the result. */
export function organizationCover({
  organization,
  posture,
  hub,
  generated_at: at,
}: OrganizationReport): Markup {
  const { summary } = posture;
  return markup`<p class="brand">mcp-hub</p>
<p class="kind">Security posture of an organization&rsquo;s MCP servers</p>
<h1${when(organization.name.length > 50, () => markup` class="long"`)}>${shownText(organization.name)}</h1>
${keyFigures(
  [
    ['MCP servers', number(summary.total_mcps)],
    ['Analyzed', number(summary.mcps_analyzed)],
    ['Average score', summary.mcps_analyzed === 0 ? 'none' : number(summary.avg_global_score)],
  ],
  'verdicts',
)}
${facts([
  ['State of', dateTime(at)],
  ['Report made', markup`by mcp-hub ${shownText(hub.version)} at ${shownText(hub.public_url)}`],
])}`;
}

function verdict({ posture }: OrganizationReport): string {
  const { summary, certification_distribution: levels, severity_totals: open } = posture;
  if (summary.total_mcps === 0) return 'The organization has no MCP servers.';
  if (summary.mcps_analyzed === 0) return 'No MCP server of the organization has a complete analysis yet.';
  const certified = levels.level_1_baseline + levels.level_2_standard + levels.level_3_advanced;
  const grave = open.critical + open.high;
  return (
    `${number(certified)} of ${counted(summary.mcps_analyzed, 'analyzed server')} ${certified === 1 ? 'is' : 'are'} certified; ` +
    (grave === 0
      ? 'no critical or high finding is open.'
      : `${number(open.critical)} critical and ${number(open.high)} high findings are open.`)
  );
}

/** One page: the result in a sentence, scores, levels, severities and the last thirty days. */
export function overviewSection(data: OrganizationReport): Section {
  const {
    summary,
    certification_distribution: levels,
    risk_trend: trend,
    severity_totals: open,
  } = data.posture;
  const bars = [
    { label: 'Global score', value: summary.avg_global_score },
    { label: 'Security', value: summary.avg_security_score },
    { label: 'Supply chain', value: summary.avg_supply_chain_score },
    { label: 'Maturity', value: summary.avg_maturity_score },
  ];
  const levelBars = [
    { label: 'Not certified', value: levels.level_0_not_compliant },
    { label: 'Level 1, baseline', value: levels.level_1_baseline },
    { label: 'Level 2, standard', value: levels.level_2_standard },
    { label: 'Level 3, advanced', value: levels.level_3_advanced },
  ];
  const words = (parts: typeof bars): string =>
    parts.map(({ label, value }) => `${label} ${number(value)}`).join(', ');
  const { critical, high, medium, low } = open;
  const counts = { total: critical + high + medium + low, critical, high, medium, low };
  const body = markup`<p class="lead">${verdict(data)}</p>
${when(summary.mcps_pending > 0, () => paragraph(`${counted(summary.mcps_pending, 'server')} without a complete analysis ${summary.mcps_pending === 1 ? 'is' : 'are'} in no average.`))}
<h3 id="overview-scores">Average scores</h3>
${barChart(bars, { alternative: `Average scores from 0 to 100: ${words(bars)}.`, max: 100 })}
<h3 id="overview-levels">Certification levels</h3>
${barChart(levelBars, { alternative: `Numbers of servers by certification level: ${words(levelBars)}.`, max: Math.max(summary.mcps_analyzed, 1) })}
<h3 id="overview-findings">Open findings by severity</h3>
${severities(counts)}
<h3 id="overview-period">In the last ${trend.period.replace(/^(\d+)d$/u, '$1')} days</h3>
${bullets([
  `The average score went from ${number(trend.avg_score_start)} to ${number(trend.avg_score_end)}: ${trend.direction}.`,
  `${counted(trend.new_critical_findings, 'critical finding')} ${trend.new_critical_findings === 1 ? 'was' : 'were'} detected, ${number(trend.resolved_critical_findings)} resolved.`,
])}`;
  return { id: 'overview', title: 'Summary', body };
}

/** The average score over time, as a chart and a table. */
export function trendSection({ trend }: OrganizationReport): Section {
  const shown = trend.slice(-60);
  const words = shown
    .map(({ date, average }) => `${date} ${average === null ? 'none' : number(average)}`)
    .join(', ');
  const points = shown.map(({ date, average }) => ({ label: date, value: average }));
  const rows = shown.map(({ date, average, analyzed }) => [
    day(date),
    average === null ? 'none' : number(average),
    number(analyzed),
  ]);
  const body = markup`${paragraph('The average of the global scores, over the servers that had a complete analysis at the time.')}
${when(
  shown.some(({ average }) => average !== null),
  () => lineChart(points, `Average score over time: ${words}.`),
)}
${trendTable(rows)}`;
  return { id: 'trend', title: 'Trend', body };
}

const trendTable = (rows: readonly (readonly string[])[]): Markup =>
  table('Average score and analyzed servers', TREND_COLUMNS, rows);

const TREND_COLUMNS = [
  { title: 'Day', width: 50 },
  { title: 'Average score', width: 25, isNumber: true },
  { title: 'Analyzed servers', width: 25, isNumber: true },
];
