import { linesInOrder } from '../support/line-count.js';
import { lineIn } from '../support/locations.js';
import type { Checks, PackageView, Report, Rule } from '../rule.js';
import type { TextFile } from '../../files/text-file.js';
import { holdsDirective } from './directives.js';

/**
 * Base64 text, possibly split across consecutive literals. Matches start only at the beginning of a word; otherwise
 * long words would take quadratic time.
 */
const BASE64 =
  /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{24,}={0,2}(?:["'`]\s*(?:[+\\]\s*)?["'`][A-Za-z0-9+/]{8,}={0,2})*/gu;
/** Searched for within base64 candidates, since each hex digit is a base64 character too. */
const HEX = /(?<![0-9a-fA-F])(?:[0-9a-fA-F]{2}){24,}/gu;
const ESCAPES = /(?:\\x[0-9a-fA-F]{2}){16,}/gu;
/** Invisible characters, in runs longer than any script needs. */
const HIDDEN = /[\u200b-\u200f\u2060-\u2064\u180e\ufeff]{16,}|[\u{e0020}-\u{e007f}]{8,}/gu;

const MAX_LITERAL = 20_000;

const decodeBase64 = (text: string): string =>
  Buffer.from(text.replace(/[^A-Za-z0-9+/]/gu, ''), 'base64').toString('utf8');
const decodeHex = (text: string): string => Buffer.from(text.replace(/\\x/gu, ''), 'hex').toString('utf8');

const hidesDirective = (literal: string, decode: (literal: string) => string): boolean =>
  literal.length <= MAX_LITERAL && holdsDirective(decode(literal));

/** The indexes of literals that decode to instructions. */
function* decoded(text: string): Generator<number> {
  for (const { 0: literal, index } of text.matchAll(BASE64)) {
    if (hidesDirective(literal, decodeBase64)) yield index;
    for (const { 0: hex, index: position } of literal.matchAll(HEX))
      if (hidesDirective(hex, decodeHex)) yield index + position;
  }
  for (const { 0: literal, index } of text.matchAll(ESCAPES))
    if (hidesDirective(literal, decodeHex)) yield index;
}

/** A run of hidden characters, and its line. */
interface Hidden {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** Limit per file; one that no other rule reports is enough. */
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

/** The texts of tools in which class L reports hidden characters. */
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
      description: 'A literal that looks like data decodes to instructions for a model.',
    });
}

/** Instructions to the model that are hidden from readers of the code. */
export const encodedDirective: Rule = {
  id: 'MCP-K003',
  class: 'K',
  title: 'Instructions to the model hidden in a literal',
  severity: 'high',
  confidence: 'high',
  cwe: 1427,
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:C/C:H/I:L/A:N',
  what: 'A literal in base64, hex or escapes that decodes to instructions for a model, and long runs of characters without width.',
  why: 'Nobody encodes a harmless sentence; what is hidden from the reviewer is meant for the model alone.',
  example: {
    language: 'javascript',
    bad: "const HINT = 'SWdub3JlIGFsbCBwcmV2aW91cyBpbnN0cnVjdGlvbnM…';",
    good: "const HINT = 'Prices include tax.';",
  },
  fix: 'Take the literal out.',
  notCounted: [
    'encoded data that is not an instruction',
    'single characters without width, as some scripts need them',
  ],
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
