import { linesInOrder } from '../support/line-count.js';
import { lineIn } from '../support/locations.js';
import type { Checks, PackageView, Report, Rule, TextFile } from '../rule.js';
import { holdsDirective } from './directives.js';

/**
 * Pieces of one text in base64 that stand in several literals, one after the other. Nothing begins within a word: a search that
 * tried each of its letters would read every word as often as it is long.
 */
const BASE64 =
  /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{24,}={0,2}(?:["'`]\s*(?:[+\\]\s*)?["'`][A-Za-z0-9+/]{8,}={0,2})*/gu;
/** Looked for in what may be base64: each of its signs is one of that too. */
const HEX = /(?<![0-9a-fA-F])(?:[0-9a-fA-F]{2}){24,}/gu;
const ESCAPES = /(?:\\x[0-9a-fA-F]{2}){16,}/gu;
/** Characters that nobody sees, in numbers that no writing needs. */
const HIDDEN = /[\u200b-\u200f\u2060-\u2064\u180e\ufeff]{16,}|[\u{e0020}-\u{e007f}]{8,}/gu;

const MAX_LITERAL = 20_000;

const decodeBase64 = (text: string): string =>
  Buffer.from(text.replace(/[^A-Za-z0-9+/]/gu, ''), 'base64').toString('utf8');
const decodeHex = (text: string): string => Buffer.from(text.replace(/\\x/gu, ''), 'hex').toString('utf8');

const hidesDirective = (literal: string, decode: (literal: string) => string): boolean =>
  literal.length <= MAX_LITERAL && holdsDirective(decode(literal));

/** Where literals begin that decode to orders. */
function* decoded(text: string): Generator<number> {
  for (const { 0: literal, index } of text.matchAll(BASE64)) {
    if (hidesDirective(literal, decodeBase64)) yield index;
    for (const { 0: hex, index: position } of literal.matchAll(HEX))
      if (hidesDirective(hex, decodeHex)) yield index + position;
  }
  for (const { 0: literal, index } of text.matchAll(ESCAPES))
    if (hidesDirective(literal, decodeHex)) yield index;
}

/** A stretch of hidden characters, and where it stands. */
interface Hidden {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** More stretches of one file are not kept: of each file, one that nothing else reports is enough. */
const MAX_HIDDEN = 100;

function hiddenIn({ path, text }: TextFile): readonly Hidden[] {
  const lineOf = linesInOrder(text);
  const all = new Map<string, Hidden>();
  for (const { 0: hidden, index } of text.matchAll(HIDDEN)) {
    if (all.size === MAX_HIDDEN) break;
    if (!all.has(hidden)) all.set(hidden, { path, line: lineOf(index), text: hidden });
  }
  return [...all.values()];
}

/** The texts in which hidden characters are reported as part of what a tool says of itself. */
const describing = ({ surface }: PackageView): string[] => [
  ...surface.tools.flatMap(({ name, description = '', parameters }) => [
    name,
    description,
    ...parameters.map((parameter) => parameter.description ?? ''),
  ]),
  ...surface.texts.map(({ text }) => text),
];

function literals({ path, text }: TextFile, report: Report): void {
  const lineOf = linesInOrder(text);
  for (const index of [...decoded(text)].sort((one, other) => one - other))
    report({
      ...lineIn(path, lineOf(index)),
      sink: 'encoded text',
      description: 'A literal that looks like data decodes to orders for a model.',
    });
}

/** Orders to the model that a reader of the code is not to see. */
export const encodedDirective: Rule = {
  id: 'MCP-K003',
  class: 'K',
  title: 'Orders to the model hidden in a literal',
  severity: 'high',
  confidence: 'high',
  cwe: 1427,
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:C/C:H/I:L/A:N',
  what: 'A literal in base64, hex or escapes that decodes to orders for a model, and long runs of characters without width.',
  why: 'Nobody encodes a harmless sentence; what is hidden from the reviewer is meant for the model alone.',
  example: {
    language: 'javascript',
    bad: "const HINT = 'SWdub3JlIGFsbCBwcmV2aW91cyBpbnN0cnVjdGlvbnM…';",
    good: "const HINT = 'Prices include tax.';",
  },
  fix: 'Take the literal out.',
  notCounted: ['encoded data that is no order', 'single characters without width, as some scripts need them'],
  remembering: (): Checks => {
    const found: (readonly Hidden[])[] = [];
    return {
      file: (file, report) => {
        if (file.role !== 'product') return;
        literals(file, report);
        found.push(hiddenIn(file));
      },
      package: (view, report) => {
        const described = describing(view);
        for (const ofFile of found) {
          const hidden = ofFile.find(({ text }) => !described.some((each) => each.includes(text)));
          if (hidden)
            report({
              ...lineIn(hidden.path, hidden.line),
              sink: 'hidden characters',
              description:
                'A text holds a message in characters that cannot be seen: a model reads them, a person does not.',
            });
        }
      },
    };
  },
};
