import { markup, type Markup } from '../../../hub/platform/pages/markup.js';
import { day, joined, when, type Row } from '../html.js';
import type { ReportFinding } from '../report-data.js';
import { shownCode, shownLines, shownText } from '../shown-text.js';

/** More steps and reasons than the analyzer reports. */
const MAX_STEPS = 12;
const MAX_REASONS = 10;

const location = ({ location: { file_path: path, start_line: line } }: ReportFinding): string =>
  `${path}:${line}`;

/** What is known about a finding besides its location, in a sentence or two. */
function remarks(finding: ReportFinding): Markup {
  const { status, suppression, first_detected_at: since, lowered_because: reasons = [] } = finding;
  const parts: Markup[] = [markup`Confidence ${shownText(finding.confidence)}.`];
  if (reasons.length > 0)
    parts.push(
      markup`Lowered because: ${joined(
        reasons.slice(0, MAX_REASONS).map((reason) => shownLines(reason, 300)),
        ' ',
      )}`,
    );
  if (status !== null)
    parts.push(
      markup`Status ${shownText(status)}${since === null ? '' : `, first detected on ${day(since)}`}.`,
    );
  if (finding.by_design === true)
    parts.push(markup`The tool promises this: ${shownText(finding.promised_by ?? 'by its name')}.`);
  if (finding.suppressed) parts.push(markup`A comment of the publisher asks scanners to ignore it.`);
  if (suppression !== null) {
    parts.push(
      markup`Suppressed by ${shownText(suppression.author_name)} until ${day(suppression.expires_at)}: ${shownLines(suppression.reason, 600)}`,
    );
  }
  return markup`<p class="soft">${joined(parts, ' ')}</p>`;
}

function traceOf({ trace }: ReportFinding): Markup {
  if (trace.length < 2) return markup``;
  const steps = trace
    .slice(0, MAX_STEPS)
    .map(
      ({ file_path: path, line, message }) =>
        markup`<li>${shownLines(message, 400)} ${shownCode(`${path}:${line}`)}</li>`,
    );
  return markup`<p class="where">Data flow from source to sink:</p><ol class="trace">${joined(steps)}</ol>`;
}

/** A finding with its code and data flow. */
export function findingDetail(finding: ReportFinding): Markup {
  const {
    mcp_context: context,
    location: { snippet },
  } = finding;
  const tool = context.tool_name ?? context.handler_name ?? context.resource_uri;
  const code = when(
    snippet !== undefined && snippet !== '',
    () => markup`<p class="snippet">${shownCode(snippet ?? '', 400)}</p>`,
  );
  return markup`<div class="finding"><p class="where">At ${shownCode(location(finding))}${tool === null ? '' : markup`, reached through ${shownCode(tool)}`}:</p>${code}${traceOf(finding)}${remarks(finding)}</div>`;
}

/** Columns of the findings of a root cause that have no details. */
export const OCCURRENCE_COLUMNS = [
  { title: 'Location', width: 46 },
  { title: 'Tool or handler', width: 26 },
  { title: 'Confidence', width: 14 },
  { title: 'Status', width: 14 },
];

/** A finding in a row. */
export const occurrenceRow = (finding: ReportFinding): Row => {
  const tool = finding.mcp_context.tool_name ?? finding.mcp_context.handler_name;
  return [
    shownCode(location(finding)),
    tool === null ? '' : shownCode(tool, 80),
    shownText(finding.confidence),
    finding.suppression === null ? shownText(finding.status ?? 'unknown') : 'suppressed',
  ];
};
