import type { Lines } from '../../ir/program.js';
import { taintsHere } from '../values/derive.js';
import { taintsWithin } from '../values/objects.js';
import type { Frame } from '../frame.js';
import type { Caller, Reporter, ValueFactory } from '../machine.js';
import { specialResult } from './special-methods.js';
import { joinTaints, SanitizedFor, sanitize, NUMBER, type Taint } from '../values/taint.js';
import { constantValue, UNKNOWN, type Scalar, type Value, isSeparator } from '../values/value.js';

/** Placeholder for an unknown part of a text. */
export const HOLE = '\uFFFC';

/** A text if it is known, else `HOLE`. */
export const textOrHole = ({ constants }: Value): string =>
  constants && constants.length > 0 ? String(constants[0]) : HOLE;

/** The text with `HOLE` for each unknown part. */
export const outline = (value: Value): string => (value.parts ?? [value]).map(textOrHole).join('');

const MAX_PARTS = 64;
const MAX_TEXTS = 16;
/** Longer constants are data, not commands, paths or queries: they are not folded. */
export const MAX_TEXT = 20_000;

function fold(parts: readonly Value[]): readonly Scalar[] | undefined {
  let texts: readonly string[] = [''];
  for (const { constants } of parts) {
    if (!constants || constants.length * texts.length > MAX_TEXTS) return undefined;
    texts = texts.flatMap((text) => constants.map((each) => text + String(each)));
  }
  return texts.some((text) => text.length > MAX_TEXT) ? undefined : texts;
}

/** The text of a value: what the method of its class for that returns, unless the value is a text itself. */
export function printed(value: Value, frame: Frame, machine: Caller): Value {
  if (value.taints.length > 0) return value;
  const lines = frame.function ?? { line: 1, endLine: 1 };
  return specialResult(value, 'printed', [], frame, lines, machine) ?? withItems(value, frame);
}

/** A list as a text holds its items. */
function withItems(value: Value, frame: Frame): Value {
  const lists = value.objects.filter(({ class: info, path, items, fields, rest }) => {
    const isList = items !== undefined || (rest !== undefined && fields.size === 0);
    return isList && !info && path === undefined;
  });
  if (lists.length === 0) return value;
  return { ...value, taints: taintsWithin({ ...value, objects: lists }, frame, 1) };
}

/** The concatenation of values. */
export function concatenate(given: readonly Value[], frame: Frame, machine: Caller & ValueFactory): Value {
  const values = given.some(({ objects }) => objects.length > 0)
    ? given.map((value) => printed(value, frame, machine))
    : given;
  const [only] = values;
  if (only && values.length === 1) return only;
  const constants = fold(values);
  if (constants)
    return { ...UNKNOWN, constants, ...(values.some(({ changes }) => changes) && { changes: true }) };
  let taints: readonly Taint[] = [];
  const parts: Value[] = [];
  for (const value of values) {
    const here = taintsHere(value, frame);
    taints = joinTaints(taints, here);
    if (parts.length >= MAX_PARTS) continue;
    if (value.parts && parts.length + value.parts.length <= MAX_PARTS) parts.push(...value.parts);
    else parts.push(here === value.taints ? value : { ...value, taints: here });
  }
  if (taints.length === 0) return { ...UNKNOWN, parts };
  return { ...UNKNOWN, taints, parts, key: keyOfJoined(values, machine) };
}

/** A path with a trailing separator is at the same location as the path. */
function keyOfJoined([first, ...others]: readonly Value[], machine: ValueFactory): string {
  const isEnded = first?.key !== undefined && others.every(isSeparator);
  return isEnded
    ? machine.newKey(first.key, SanitizedFor.PATH | SanitizedFor.LINKS, '%ended')
    : machine.newKey();
}

/** The constant prefix of a value, up to the first unknown part. */
export function constantPrefix(value: Value): string {
  if (value.constants?.length === 1) return String(value.constants[0]);
  let prefix = '';
  for (const part of value.parts ?? []) {
    if (part.constants?.length !== 1) break;
    prefix += String(part.constants[0]);
  }
  return prefix;
}

/** The constant suffix of a value. */
export function constantSuffix(value: Value): string {
  if (value.constants?.length === 1) return String(value.constants[0]);
  let suffix = '';
  for (const part of [...(value.parts ?? [])].reverse()) {
    if (part.constants?.length !== 1) break;
    suffix = String(part.constants[0]) + suffix;
  }
  return suffix;
}

/** The same text, emitted to the rules if not all of its parts are known. */
export function emitText(value: Value, frame: Frame, lines: Lines, machine: Reporter): Value {
  if (value.parts) machine.emit({ kind: 'text', frame, lines, value });
  return value;
}

/** The value of a placeholder such as `%d` or `{:.2f}`: a number, unless a class of the program defines its own format. */
export const asVerb = (value: Value, hole: string): Value =>
  /^%.*[dfFeEgG]$|^\{[^:]*:.*[dfFeEgG]\}$/u.test(hole) && !value.objects.some(({ class: info }) => info)
    ? { ...value, taints: sanitize(value.taints, NUMBER) }
    : value;

/**
 * The parts of a template that cannot be parsed: after the first placeholder character, any of the arguments may appear
 * anywhere.
 */
export function unclearTemplate(
  text: string,
  character: string,
  fillings: readonly Value[],
): readonly Value[] {
  const index = Math.max(text.indexOf(character), 0);
  const rest = constantValue(text.slice(index));
  return [...(index > 0 ? [constantValue(text.slice(0, index))] : []), ...fillings, UNKNOWN, rest];
}
