import { markup, type Markup } from '../../../hub/platform/pages/markup.js';
import { counted, facts, number, paragraph, table, when } from '../html.js';
import type { Section } from '../page-frame.js';
import type { SnapshotReport } from '../report-data.js';
import { shownCode, shownLines, shownText } from '../shown-text.js';

const MAX_TOOLS = 300;
const MAX_PARAMETERS = 12;

const COLUMNS = [
  { title: 'Tool', width: 26 },
  { title: 'Description as clients see it', width: 46 },
  { title: 'Parameters', width: 28 },
];

const words = (values: readonly string[]): Markup | string =>
  values.length === 0 ? 'none found' : shownText(values.join(', '), 600);

function tools({ surface }: SnapshotReport): Markup {
  const details = surface.tool_details ?? [];
  const rows = details
    .slice(0, MAX_TOOLS)
    .map(({ name, description, dynamic_description: isDynamic, parameters }) => {
      const listed = parameters.slice(0, MAX_PARAMETERS).map((parameter) => parameter.name);
      const more =
        parameters.length > listed.length ? `, ${number(parameters.length - listed.length)} more` : '';
      return [
        shownCode(name, 120),
        isDynamic ? 'Computed when the server runs.' : shownLines(description ?? '', 400),
        markup`${shownText(listed.join(', '), 400)}${more}`,
      ];
    });
  const rest = details.length - rows.length;
  return markup`${when(rows.length > 0, () => table(counted(details.length, 'tool'), COLUMNS, rows))}
${when(rest > 0, () => paragraph(`${counted(rest, 'more tool')} in the report in JSON.`))}`;
}

/** What the server offers to clients, as its source shows. */
export function surfaceSection(data: SnapshotReport): Section {
  const { surface, package: identity, distributable } = data;
  const body = markup`${paragraph('What the source registers for clients. A server can register more when it runs.')}
${facts([
  [
    'Package',
    identity === null
      ? 'no manifest'
      : shownText(`${identity.name ?? 'without a name'} ${identity.version ?? ''} (${identity.ecosystem})`),
  ],
  ['License', shownText(identity?.license ?? 'unknown')],
  ['Starts with', distributable.is_distributable ? shownCode(distributable.entrypoint) : 'not known'],
  ['Transport', shownText(surface.transport)],
  ['Authentication', words(surface.auth_signals)],
  ['Capabilities', words(surface.capabilities)],
  ['Tools', number(surface.tools.length)],
])}
${tools(data)}`;
  return { id: 'surface', title: 'Interface of the server', body };
}
