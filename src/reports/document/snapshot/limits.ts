import { markup, type Markup } from '../../../hub/platform/pages/markup.js';
import { bullets, counted, facts, joined, number, paragraph, when } from '../html.js';
import type { Section } from '../page-frame.js';
import type { SnapshotReport } from '../report-data.js';
import { shownCode, shownLines, shownText } from '../shown-text.js';

const MAX_REASONS = 100;
const MAX_BUNDLES = 50;
const MAX_LIBRARIES = 20;

function unread({ snapshot, bundles }: SnapshotReport): Markup {
  const reasons = snapshot.incomplete_reasons.slice(0, MAX_REASONS).map((reason) => shownLines(reason, 600));
  const more = snapshot.incomplete_reasons.length - reasons.length;
  const files = bundles.slice(0, MAX_BUNDLES).map(({ file_path: path, libraries }) => {
    const named = libraries.slice(0, MAX_LIBRARIES).map((name) => shownText(name, 80));
    const others = libraries.length - named.length;
    return markup`${shownCode(path)}: ${named.length === 0 ? 'libraries whose names are unknown' : joined([...named, ...(others > 0 ? [`${number(others)} more`] : [])], ', ')}`;
  });
  return markup`${snapshot.complete ? paragraph('Everything that the analyzer considers relevant was read.') : paragraph('The analysis is incomplete:')}
${when(!snapshot.complete, () => bullets([...reasons, ...(more > 0 ? [`${counted(more, 'more reason')} in the report in JSON.`] : [])]))}
${when(files.length > 0, () => markup`${paragraph('These files contain code of libraries, which was treated like dependencies and not analyzed:')}${bullets(files)}`)}
${when(bundles.length > files.length, () => paragraph(`${counted(bundles.length - files.length, 'more file')} in the report in JSON.`))}`;
}

/** What made the report, and what it cannot say. */
export function limitsSection(data: SnapshotReport): Section {
  const { toolchain, files } = data;
  const body = markup`<h3 id="limits-toolchain">Toolchain</h3>
${facts([
  ['Analyzer', shownText(toolchain.scanner_version)],
  ['Scoring', shownText(toolchain.scoring_version)],
  ['Catalog of controls', shownText(toolchain.controls_catalog_version)],
  ['All versions', shownText(toolchain.toolchain_version)],
])}
${paragraph('The same source with the same toolchain gives the same report, byte for byte.')}
<h3 id="limits-files">Files</h3>
${
  files === null
    ? paragraph('The numbers of files are not known for this snapshot.')
    : facts([
        ['All files', `${number(files.total)} (${number(files.bytes)} bytes)`],
        ['Product code', `${number(files.product)} (${number(files.parsed)} parsed without an error)`],
        ['Minified', number(files.minified)],
        ['Tests', number(files.test)],
        ['Documentation', number(files.docs)],
        ['Examples', number(files.example)],
        ['Vendored', number(files.vendored)],
      ])
}
<h3 id="limits-unread">What was not read</h3>
${unread(data)}
<h3 id="limits-method">What this method cannot see</h3>
${bullets([
  'The source was read and not run. What a server downloads, generates or is configured to do when it runs is not in it.',
  'Dependencies were compared with advisories by their names and versions. Their code was not analyzed.',
  'Findings are of known classes of mistakes. A report without findings does not prove that there are no others.',
  'Each finding has a confidence. One with a low confidence should be checked by a person before it is relied on.',
  'The report describes one version at one time. Advisories that were published later are not in it.',
])}`;
  return {
    id: 'limits',
    title: 'Toolchain and limits',
    subsections: [
      { id: 'limits-toolchain', title: 'Toolchain' },
      { id: 'limits-files', title: 'Files' },
      { id: 'limits-unread', title: 'What was not read' },
      { id: 'limits-method', title: 'What this method cannot see' },
    ],
    body,
  };
}
