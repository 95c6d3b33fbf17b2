import { taintsHere } from '../../engine/values/derive.js';
import type { CallEvent } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import { CLIENT_SOURCES, SanitizedFor, type Taint } from '../../engine/values/taint.js';
import { pathsOf, textOf, type Value } from '../../engine/values/value.js';
import type { Lines } from '../../ir/program.js';
import { isScriptFile } from '../support/code-files.js';
import { describeSource } from '../support/flows.js';
import { argument } from '../../engine/expressions/call-arguments.js';
import { sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Checks, Rule } from '../rule.js';
import type { Found } from '../../findings/found.js';
import { isExponential } from './backtracking.js';
import names from './names.json' with { type: 'json' };

interface Match {
  readonly pattern: string;
  readonly flags: string;
  readonly text: Value | undefined;
}

/** Pattern and text of `pattern.test(text)` and `text.match(pattern)`. */
function ofMethod(event: CallEvent): Match | undefined {
  const { receiver, arguments: given } = event;
  const [first] = given.positional;
  if (receiver?.regex)
    return { ...receiver.regex, text: event.method === 'sub' ? given.positional[1] : first };
  return first?.regex ? { ...first.regex, text: receiver } : undefined;
}

/** Pattern and text of `re.match(pattern, text)`. */
function ofFunction(event: CallEvent): Match | undefined {
  const given = argument(event, 0, 'pattern');
  const pattern = given.regex?.pattern ?? textOf(given);
  if (pattern === undefined) return undefined;
  const index = /\.subn?$/u.test(sinkOf(event)) ? 2 : 1;
  return { pattern, flags: given.regex?.flags ?? '', text: argument(event, index, 'string') };
}

const clientText = (text: Value, frame: Frame): Taint | undefined =>
  taintsHere(text, frame).find(
    ({ source, sanitizedFor }) =>
      CLIENT_SOURCES.has(source.kind) &&
      (sanitizedFor & (SanitizedFor.CODE | SanitizedFor.SHELL | SanitizedFor.SQL)) === 0,
  );

const FUNCTIONS = ['match', 'search', 'fullmatch', 'findall', 'finditer', 'sub', 'subn', 'split'];
const METHODS = names.slowPattern.methods;

/** An exponential pattern, matched against a text from the client. */
export const slowPattern: Rule = {
  id: 'MCP-N002',
  class: 'N',
  title: 'Regular expression that backtracks without end',
  severity: 'medium',
  confidence: 'high',
  cwe: 1333,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:N/I:N/A:H',
  what: 'A pattern with a repetition in a repetition, such as `(a+)+$` or `(\\w+\\s?)*$`, that is matched against a text from a client; with low confidence where the origin of the text is not known.',
  why: 'A text of forty characters that almost matches keeps the server busy for years.',
  example: {
    language: 'javascript',
    bad: '/^([a-z]+-?)+$/.test(name)',
    good: '/^[a-z]+(-[a-z]+)*$/.test(name)',
  },
  fix: 'Write the pattern so that each text can be matched in one way only: a separator that is required between repetitions and is not part of them.',
  notCounted: [
    'patterns after which nothing can fail',
    'Go, whose expressions take linear time',
    'constant texts',
  ],
  remembering: (): Checks => {
    /** Where patterns are written. */
    const written = new Map<string, { file: string; lines: Lines }>();
    const known = new Map<string, boolean>();
    const isSlow = ({ pattern, flags }: Match, whole: boolean): boolean => {
      const key = `${flags} ${whole} ${pattern}`;
      const found = known.get(key) ?? isExponential(pattern, flags, whole);
      known.set(key, found);
      return found;
    };
    const locationOf = (event: CallEvent, { pattern }: Match): Pick<Found, 'at' | 'lines'> => {
      const location = written.get(pattern);
      if (!location) return { at: event.frame, lines: event.node };
      return {
        at: location.file === event.frame.module ? event.frame : { file: location.file },
        lines: location.lines,
      };
    };
    const check =
      (read: (event: CallEvent) => Match | undefined): CallCheck =>
      (event, report) => {
        const match = event.frame.scope.traits.linearPatterns ? undefined : read(event);
        const taint = match?.text && clientText(match.text, event.frame);
        if (!match?.text || !isSlow(match, (event.method ?? '').endsWith('fullmatch'))) return;
        if (!taint && match.text.constants) return;
        report({
          ...locationOf(event, match),
          sink: sinkOf(event),
          ...(taint && { taint }),
          confidence: taint ? 'high' : 'low',
          description: taint
            ? `The pattern can match one text in very many ways, and ${describeSource(taint)} chooses the text: one that almost matches keeps the server busy without end.`
            : 'The pattern can match one text in very many ways: a text that almost matches keeps the server busy without end.',
        });
      };
    return {
      calls: {
        ...byName(
          METHODS.map((name) => `.${name}`),
          check(ofMethod),
        ),
        ...byName(
          FUNCTIONS.flatMap((name) => [`re.${name}`, `regex.${name}`]),
          check(ofFunction),
        ),
      },
      events: {
        store: ({ frame, lines, value }) => {
          const pattern = isScriptFile(frame.module)
            ? value.regex && pathsOf(value).includes('RegExp()') && value.regex.pattern
            : textOf(value);
          // Of other texts, those in which a repetition is repeated.
          if (!pattern || (!value.regex && !/[+*?}]\)[+*{]/u.test(pattern))) return;
          if (!written.has(pattern)) written.set(pattern, { file: frame.module, lines });
        },
      },
    };
  },
};
