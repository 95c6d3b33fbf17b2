import type { CallEvent, Event } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import { taintsWithin } from '../../engine/values/objects.js';
import { SanitizedFor, type SourceKind, type Step, type Taint } from '../../engine/values/taint.js';
import { textOf, type Value } from '../../engine/values/value.js';
import type { Lines } from '../../ir/program.js';
import { memoByName } from '../../common/memo.js';
import { fieldAmong } from '../../models/model.js';
import { describeSource } from '../support/flows.js';
import { inHandler, sinkOf } from '../support/locations.js';
import { valuesWithin } from '../../engine/values/within.js';
import { ownTexts } from '../support/own-texts.js';
import type { Report, Rule } from '../rule.js';
import names from './names.json' with { type: 'json' };

/** Who writes what is put into a page: a client, another host, whoever wrote to a database or file. */
const KINDS: ReadonlySet<SourceKind> = new Set([
  'tool-parameter',
  'http-request',
  'remote-content',
  'file-content',
  'database-content',
]);

const MARKUP = /<(?:!doctype html|html|head|body|div|span|p|h[1-6]|script|table|ul|ol|main|section)\b/iu;
const OF_PAGE = /^text\/html\b/iu;
const OF_APP = /^ui:\/\//iu;
/** Functions of the package that leave no markup in a text, by their names. */
const ESCAPES = /escape|sanitize|purify|encode(?:_?html|ForHtml)|^(?:h|esc|html)$/iu;

/** Whether a value has passed through a function of the package that escapes it. */
function isEscaped({ last }: Taint): boolean {
  for (let step: Step | undefined = last; step; step = step.previous)
    if (step.into && ESCAPES.test(step.into.function.name)) return true;
  return false;
}

/** What may be markup in a text with markup of the program. */
function markupIn(value: Value, frame: Frame): Taint | undefined {
  if (![...ownTexts(value)].some((text) => MARKUP.test(text))) return undefined;
  return taintsWithin(value, frame).find(
    (taint) =>
      KINDS.has(taint.source.kind) && (taint.sanitizedFor & SanitizedFor.HTML) === 0 && !isEscaped(taint),
  );
}

const DEPTH = 4;
const any = (value: Value, fields: readonly string[]): Value | undefined =>
  fields.map((name) => fieldAmong(value, name)).find((each) => each !== undefined);

/** The pages within an answer: texts beside the media type of HTML, or the address of an app. */
function* pagesIn(value: Value): Generator<Value> {
  for (const within of valuesWithin(value, DEPTH)) {
    if (within.objects.length === 0) continue;
    const text = any(within, names.appPage.texts);
    if (!text) continue;
    const type = textOf(any(within, names.appPage.types)) ?? '';
    const address = textOf(any(within, names.appPage.addresses)) ?? '';
    if (OF_PAGE.test(type) || OF_APP.test(address)) yield text;
  }
}

function reportPage(
  page: Value,
  at: { readonly frame: Frame; readonly lines: Lines },
  sink: string,
  report: Report,
): void {
  const taint = markupIn(page, at.frame);
  if (!taint) return;
  report({
    at: at.frame,
    lines: at.lines,
    sink,
    taint,
    description: `The page of an app holds ${describeSource(taint)} as it is: markup in it becomes part of the page, and a script in it runs there.`,
  });
}

const makesPage = memoByName((name) =>
  /(?:^|[./])(?:TextResourceContents|createUIResource|create_ui_resource|createUiResource)$/u.test(name),
);

/** `TextResourceContents(uri=…, mime_type="text/html", text=page)`, `createUIResource({ content: { type: "rawHtml", htmlString } })`. */
function made(event: CallEvent, report: Report): void {
  const { frame, node, arguments: args } = event;
  const { named, positional } = event.arguments;
  const of = (fields: readonly string[]): Value | undefined =>
    fields.map((name) => named.get(name)).find((each) => each !== undefined);
  const isPage =
    OF_PAGE.test(textOf(of(names.appPage.types)) ?? '') ||
    OF_APP.test(textOf(of(names.appPage.addresses)) ?? '');
  const texts = [
    ...(isPage ? [of(names.appPage.texts)] : []),
    ...[...args.positional, ...named.values()].map((value) =>
      any(any(value, ['content']) ?? value, ['htmlString']),
    ),
    ...positional.flatMap((value) => [...pagesIn(value)]),
  ];
  for (const text of texts) if (text) reportPage(text, { frame, lines: node }, sinkOf(event), report);
}

/** Data in the page of an app that may be markup. */
export const appPage: Rule = {
  id: 'MCP-K004',
  preview: true,
  class: 'K',
  title: 'Data in the page of an app that is not escaped',
  severity: 'high',
  confidence: 'medium',
  cwe: 79,
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  what: 'A value of a client, or of what a server reads elsewhere, is put into the HTML of an app (`ui://…`, `text/html;profile=mcp-app`) without being escaped.',
  why: 'The host shows the page and lets it call tools. A script in the value runs there: it reads what the page shows, and calls the tools of the server in the name of its user.',
  example: {
    language: 'typescript',
    bad: 'const page = `<html><h1>${issue.title}</h1></html>`;\nreturn { contents: [{ uri: "ui://issue", mimeType: "text/html;profile=mcp-app", text: page }] };',
    good: 'const page = `<html><h1>${escapeHtml(issue.title)}</h1></html>`;\nreturn { contents: [{ uri: "ui://issue", mimeType: "text/html;profile=mcp-app", text: page }] };',
  },
  fix: 'Keep the page constant and give it data as the result of a tool (`structuredContent`), or escape each value for its place in the page.',
  notCounted: [
    'values that were escaped, numbers and members of fixed sets',
    'pages without data',
    'HTML in results of tools, which no host shows as a page',
  ],
  called: [{ names: makesPage, check: made }],
  events: {
    answer: ({ frame, lines, value }: Extract<Event, { kind: 'answer' }>, report) => {
      if (!inHandler(frame) || frame.entry.kind === 'route') return;
      for (const page of pagesIn(value)) reportPage(page, { frame, lines }, 'page of an app', report);
      // A resource of Python is the text itself.
      if (frame.entry.kind === 'resource' && OF_APP.test(frame.entry.name))
        reportPage(value, { frame, lines }, 'page of an app', report);
    },
  },
};
