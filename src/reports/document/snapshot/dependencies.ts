import type { ReportedAdvisory } from '@mcp-hub/analyzer';
import { markup, type Markup } from '../../../hub/platform/pages/markup.js';
import { counted, joined, note, number, paragraph, severityLabel, table, when, type Row } from '../html.js';
import type { Section } from '../page-frame.js';
import type { ReportComponent, ReportDependencies, SnapshotReport } from '../report-data.js';
import { shownLines, shownText } from '../shown-text.js';

const MAX_ADVISORIES = 300;
const MAX_ROWS = 600;
const MAX_LICENSES = 100;
const MAX_UNCOMPARED = 100;

const ADVISORY_COLUMNS = [
  { title: 'Dependency', width: 24 },
  { title: 'Advisory', width: 24 },
  { title: 'Severity', width: 13 },
  { title: 'What it says', width: 25 },
  { title: 'Fixed in', width: 14 },
];
const UNCOMPARED_COLUMNS = [
  { title: 'Dependency', width: 35 },
  { title: 'Version', width: 20 },
  { title: 'Not compared because', width: 45 },
];
const LICENSE_COLUMNS = [
  { title: 'License', width: 75 },
  { title: 'Dependencies', width: 25, isNumber: true },
];
const COMPONENT_COLUMNS = [
  { title: 'Dependency', width: 40 },
  { title: 'Version', width: 22 },
  { title: 'License', width: 20 },
  { title: 'Kind', width: 18 },
];

function advisoryRow({
  name,
  version,
  id,
  aliases,
  severity,
  cvss,
  summary,
  malicious,
  fixed_versions: fixed,
}: ReportedAdvisory): Row {
  const ids = [id, ...aliases.slice(0, 3)].map((each) => shownText(each, 80));
  return [
    shownText(`${name} ${version}`),
    joined(ids, ', '),
    markup`${severityLabel(severity)}${cvss === null ? '' : ` ${cvss.toFixed(1)}`}${malicious ? ', malicious' : ''}`,
    shownLines(summary, 300),
    fixed.length === 0 ? 'no fix known' : shownText(fixed.slice(0, 3).join(', ')),
  ];
}

function uncompared({ not_compared: list = [] }: ReportDependencies): Markup {
  const rows = list
    .slice(0, MAX_UNCOMPARED)
    .map(({ name, version, because }) => [
      shownText(name, 200),
      version === null ? 'unknown' : shownText(version, 80),
      shownText(because, 300),
    ]);
  return markup`${when(rows.length > 0, () => table('Not compared with advisories', UNCOMPARED_COLUMNS, rows))}
${when(list.length > rows.length, () => paragraph(`${number(list.length - rows.length)} more in the report in JSON.`))}`;
}

function advisories(dependencies: ReportDependencies): Markup {
  const { advisories: list, advisories_observable: isObservable } = dependencies;
  const rows = list.slice(0, MAX_ADVISORIES).map(advisoryRow);
  const none = isObservable
    ? 'No advisory is known for the versions of the dependencies.'
    : 'No advisory was matched, which proves nothing: see below.';
  return markup`${rows.length === 0 ? paragraph(none) : table(counted(list.length, 'advisory', 'advisories'), ADVISORY_COLUMNS, rows)}
${when(list.length > rows.length, () => paragraph(`${number(list.length - rows.length)} more in the report in JSON.`))}
${when(!isObservable, () => note('Not all dependencies were compared with advisories, or not all are known, so that the absence of matches proves nothing.'))}
${uncompared(dependencies)}`;
}

function kind({ direct, development, install_script: runs }: ReportComponent): string {
  const words = [
    direct ? 'direct' : 'transitive',
    ...(development ? ['development'] : []),
    ...(runs ? ['runs a script at installation'] : []),
  ];
  return words.join(', ');
}

function componentRow(component: ReportComponent): Row {
  const { name, version, range, ecosystem, license } = component;
  return [
    markup`${shownText(name)} <span class="soft">${shownText(ecosystem, 40)}</span>`,
    version === null ? markup`not locked, ${shownText(range ?? 'any', 80)}` : shownText(version, 80),
    license === null ? 'unknown' : shownText(license, 120),
    kind(component),
  ];
}

function licenses({ licenses: list }: ReportDependencies): Markup {
  const rows = list
    .slice(0, MAX_LICENSES)
    .map(({ license, components }) => [
      license === null ? 'Unknown' : shownText(license, 120),
      number(components),
    ]);
  return table(counted(list.length, 'license'), LICENSE_COLUMNS, rows);
}

/** The dependencies: advisories, licenses, and the bill of materials. */
export function dependenciesSection({ dependencies }: SnapshotReport): Section {
  const { total, direct, development, sbom_complete: isComplete, components } = dependencies;
  const rows = components.slice(0, MAX_ROWS).map(componentRow);
  const body = markup`${paragraph(`The bill of materials has ${counted(total, 'dependency', 'dependencies')}: ${number(direct)} direct, ${number(total - direct)} transitive; ${number(development)} of them for development only.`)}
${when(!isComplete, () => note('The bill of materials is not complete: some versions are chosen at installation, or a file could not be read.'))}
<h3 id="dependencies-advisories">Advisories</h3>${advisories(dependencies)}
${when(
  total > 0,
  () => markup`<h3 id="dependencies-licenses">Licenses</h3>${licenses(dependencies)}
<h3 id="dependencies-list">Bill of materials</h3>${table(`${counted(rows.length, 'dependency', 'dependencies')}, direct ones first`, COMPONENT_COLUMNS, rows)}
${when(total > rows.length, () => paragraph(`${number(total - rows.length)} more in the CycloneDX document of the version.`))}`,
)}`;
  const subsections = [
    { id: 'dependencies-advisories', title: 'Advisories' },
    ...(total > 0
      ? [
          { id: 'dependencies-licenses', title: 'Licenses' },
          { id: 'dependencies-list', title: 'Bill of materials' },
        ]
      : []),
  ];
  return { id: 'dependencies', title: 'Dependencies and licenses', subsections, body };
}
