import { linesInOrder } from '../support/line-count.js';
import { encodedIn, type Encoded } from '../support/injected-instructions/encodings.js';
import { signalsIn } from '../support/injected-instructions/injected-instructions.js';
import { Locator } from '../support/injected-instructions/locator.js';
import { lineIn } from '../support/locations.js';
import type { Checks, PackageView, Report, Rule } from '../rule.js';
import type { TextFile } from '../../files/text-file.js';
import { holdsDirective } from './directives.js';

/** Base64 text that is split across consecutive literals; bounded, because the stack of the matcher grows with its length. */
const SPLIT =
  /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{24,20000}={0,2}(?:["'`]\s*(?:[+\\]\s*)?["'`][A-Za-z0-9+/]{8,20000}={0,2}){1,1000}/gu;
/** What stands between two of them. Few files contain it, and searching for it first is cheaper by far. */
const JOINT = /[A-Za-z0-9+/=]["'`]\s*(?:[+\\]\s*)?["'`][A-Za-z0-9+/]{8}/u;
/** Invisible characters, in runs longer than any script needs. */
const HIDDEN = /[\u200b-\u200f\u2060-\u2064\u180e\ufeff]{16,}|[\u{e0020}-\u{e007f}]{8,}/gu;

const MAX_LITERAL = 20_000;

const decodeBase64 = (text: string): string =>
  Buffer.from(text.replace(/[^A-Za-z0-9+/]/gu, ''), 'base64').toString('utf8');

/** An encoded literal that decodes to prose. */
interface Prose {
  readonly path: string;
  readonly line: number;
  readonly blob: string;
  readonly text: string;
}

const splitIn = (text: string): readonly Encoded[] =>
  JOINT.test(text)
    ? Array.from(text.matchAll(SPLIT), ({ 0: blob, index }) => ({ blob, index, text: decodeBase64(blob) }))
    : [];

function proseIn({ path, text }: TextFile): readonly Prose[] {
  const found = [...encodedIn(text), ...splitIn(text)].filter(({ blob }) => blob.length <= MAX_LITERAL);
  const lineOf = linesInOrder(text);
  const lines = new Set<number>();
  return found
    .sort((one, other) => one.index - other.index)
    .map(({ blob, index, text: plain }) => ({ path, line: lineOf(index), blob, text: plain }))
    .filter(({ line }) => !lines.has(line) && lines.add(line));
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

/** Whether a decoded text instructs a model: nobody encodes a harmless sentence, so little is enough. */
const instructs = (text: string): boolean => holdsDirective(text) || signalsIn(text, () => false).length > 0;

function reportProse(all: readonly Prose[], view: PackageView, described: string[], report: Report): void {
  const locator = new Locator(view);
  for (const { path, line, blob, text } of all) {
    // Class L reports what descriptions hide.
    if (!instructs(text) || described.some((each) => each.includes(blob))) continue;
    report({
      ...locator.reportedLiteral('', { file: path, line }),
      sink: 'encoded text',
      description: 'A literal that looks like data decodes to instructions for a model.',
    });
  }
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
  what: 'A literal in base64, hex, bits, decimal numbers or escapes, also with spaces or commas between the bytes, that decodes to instructions for a model, and long runs of characters without width.',
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
    const prose: Prose[] = [];
    return {
      file: (file) => {
        if (file.role !== 'product') return;
        prose.push(...proseIn(file));
        found.push(hiddenIn(file));
      },
      package: (view, report) => {
        const described = describing(view);
        reportProse(prose, view, described, report);
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
