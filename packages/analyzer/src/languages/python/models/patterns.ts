import { derive } from '../../../engine/values/derive.js';
import type { CallEvent } from '../../../engine/events.js';
import type { ValueFactory } from '../../../engine/machine.js';
import { SanitizedFor } from '../../../engine/values/taint.js';
import { concatenate } from '../../../engine/expressions/texts.js';
import { objectValue, targetValue, textOf, UNKNOWN, type Value } from '../../../engine/values/value.js';
import { sanitizedWhenFound, sanitizedWhenRemoved } from '../../../models/allowed-characters.js';
import { apply } from '../../../models/callbacks.js';
import { sanitizedFor, type Model } from '../../../models/model.js';
import { type ArgumentIndex, argument } from '../../../engine/expressions/call-arguments.js';
import { matched, patternOf } from '../../../models/texts.js';

const FLAGS: ReadonlyMap<string, string> = new Map([
  ['re.I', 'i'],
  ['re.IGNORECASE', 'i'],
  ['re.M', 'm'],
  ['re.MULTILINE', 'm'],
  ['re.S', 's'],
  ['re.DOTALL', 's'],
  ['re.X', 'x'],
  ['re.VERBOSE', 'x'],
  ['re.A', ''],
  ['re.ASCII', ''],
  ['re.U', ''],
  ['re.UNICODE', ''],
]);

/** The flags of `re.I | re.M`; unknown ones count as verbose, in which spaces have no meaning. */
function flagsOf(value: Value | undefined): string {
  if (!value) return '';
  if (value.targets.length === 0) return value.constants ? '' : 'x';
  return value.targets
    .map((target) => (target.kind === 'external' ? (FLAGS.get(target.path) ?? 'x') : 'x'))
    .join('');
}

const optional = ({ arguments: { positional, named } }: CallEvent, index: number): Value | undefined =>
  positional[index] ?? named.get('flags');

/** The pattern of a call: a text or a compiled pattern. */
function patternGiven(event: CallEvent, index: ArgumentIndex, flags: number): Value {
  const value = argument(event, index, 'pattern');
  const known = patternOf(value);
  if (!known || value.regex) return value;
  return { ...value, regex: { pattern: known.pattern, flags: flagsOf(optional(event, flags)) } };
}

/** `re.compile(pattern, flags)`. */
const compiled: Model = (event) => {
  const { regex } = patternGiven(event, 0, 1);
  return { ...targetValue({ kind: 'external', path: 're.compile()' }), ...(regex && { regex }) };
};

type MatchMode = 'whole' | 'start' | 'anywhere';

/** A pattern as it is matched: `re.match` anchors it at the beginning. */
function compared(value: Value, mode: MatchMode): Value {
  const { regex } = value;
  if (mode !== 'start' || !regex || /^(?:\^|\\A|\(\?[a-z]+\))/u.test(regex.pattern)) return value;
  return { ...value, regex: { ...regex, pattern: `^${regex.pattern}` } };
}

const match =
  (mode: MatchMode, pattern: ArgumentIndex, text: number): Model =>
  (event, machine) => {
    const known = compared(patternGiven(event, pattern, text + 1), mode);
    return matched(known, argument(event, text, 'string'), mode === 'whole', event, machine);
  };

/** `re.findall(pattern, text)`, `re.finditer`: a list of matches. */
const found =
  (pattern: ArgumentIndex, text: number): Model =>
  (event, machine) => {
    const known = patternOf(patternGiven(event, pattern, text + 1));
    const bits = known ? sanitizedWhenFound(known.pattern, known.flags) : 0;
    return listOf(
      derive(argument(event, text, 'string'), event.frame, machine, { sanitizedFor: bits }),
      machine,
    );
  };

const listOf = (rest: Value, machine: ValueFactory): Value =>
  rest.taints.length === 0 ? UNKNOWN : objectValue({ id: machine.newId(), fields: new Map(), rest });

const parts =
  (text: number): Model =>
  (event, machine) =>
    listOf(derive(argument(event, text, 'string'), event.frame, machine, { suffix: '%part' }), machine);

/** `re.sub(pattern, filling, text)`. */
const substituted =
  (pattern: ArgumentIndex, filling: number): Model =>
  (event, machine) => {
    const text = argument(event, filling + 1, 'string');
    const fill = argument(event, filling, 'repl');
    const known = patternOf(patternGiven(event, pattern, filling + 3));
    const literal = textOf(fill);
    const isAll =
      event.arguments.positional[filling + 2] === undefined && !event.arguments.named.has('count');
    const bits =
      known && literal !== undefined && isAll
        ? sanitizedWhenRemoved(known.pattern, `${known.flags}g`, literal)
        : 0;
    const result = derive(text, event.frame, machine, { sanitizedFor: bits }, event.node);
    const made = fill.targets.length > 0 ? apply(fill, [text], event, machine) : fill;
    return made && made.taints.length > 0 ? concatenate([result, made], event.frame, machine) : result;
  };

const C = 're.compile()';

/** Regular expressions. */
export const PATTERNS: Readonly<Record<string, Model>> = {
  're.compile': compiled,
  're.escape': sanitizedFor(0, SanitizedFor.REGEX),
  're.match': match('start', 0, 1),
  're.fullmatch': match('whole', 0, 1),
  're.search': match('anywhere', 0, 1),
  're.findall': found(0, 1),
  're.finditer': found(0, 1),
  're.split': parts(1),
  're.sub': substituted(0, 1),
  're.subn': substituted(0, 1),
  [`${C}.match`]: match('start', 'receiver', 0),
  [`${C}.fullmatch`]: match('whole', 'receiver', 0),
  [`${C}.search`]: match('anywhere', 'receiver', 0),
  [`${C}.findall`]: found('receiver', 0),
  [`${C}.finditer`]: found('receiver', 0),
  [`${C}.split`]: parts(0),
  [`${C}.sub`]: substituted('receiver', 0),
  [`${C}.subn`]: substituted('receiver', 0),
};
