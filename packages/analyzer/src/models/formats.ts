import type { CallEvent } from '../engine/events.js';
import type { Evaluator, Machine, ValueFactory } from '../engine/machine.js';
import { iterate } from '../engine/values/objects.js';
import { asVerb, concatenate, MAX_TEXT, emitText, unclearTemplate } from '../engine/expressions/texts.js';
import { constantValue, textOf, UNKNOWN, type Value } from '../engine/values/value.js';
import { type Model } from './model.js';
import { type ArgumentIndex, argument } from '../engine/expressions/call-arguments.js';

/** The arguments of a template. */
interface Fillings {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  readonly spread?: Value | undefined;
}

/** The parts of a formatted text in order; undefined when the template cannot be parsed. */
type Fill = (text: string, fillings: Fillings, event: CallEvent, machine: Machine) => Value[] | undefined;

const filledBy =
  (fill: Fill, character: string) =>
  (template: ArgumentIndex, from: number): Model =>
  (event, machine) => {
    const text = textOf(argument(event, template));
    const { positional, named, spread } = event.arguments;
    const fillings = { positional: positional.slice(from), named, spread };
    const all = [...fillings.positional, ...named.values(), ...(spread ? [spread] : [])];
    const { frame, node } = event;
    if (text === undefined) return concatenate([argument(event, template), ...all], frame, machine);
    const parts = text.length > MAX_TEXT ? undefined : fill(text, fillings, event, machine);
    const filled = concatenate(parts ?? unclearTemplate(text, character, all), frame, machine);
    return emitText(filled, frame, node, machine);
  };

/** A replacement field of a template: `{name.path[key]!s:spec}`. */
interface Field {
  readonly name: string;
  readonly path: string;
  readonly whole: string;
  /** The fields nested in its spec: `{x:{width}}`. */
  readonly inner: readonly Field[];
}

const NAME = /^([^.[\]]*)((?:\.[^.[\]]+|\[[^\]]*\])*)$/u;
/** Nested specs are not parsed deeper than this, as in Python. */
const MAX_DEPTH = 2;

/** The end of the field at an index, and the start of its spec: braces inside brackets are part of a key. */
function endOfField(text: string, from: number): { end: number; name: number; spec: number } | undefined {
  let depth = 0;
  let [name, spec] = [0, 0];
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '[' && name === 0) {
      at = text.indexOf(']', at);
      if (at < 0) return undefined;
    } else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return { end: at, name: name === 0 ? at : name, spec: spec === 0 ? at : spec };
    } else if (depth === 1 && spec === 0 && (character === ':' || (character === '!' && name === 0))) {
      if (name === 0) name = at;
      if (character === ':') spec = at;
    }
  }
  return undefined;
}

/** The literal texts and fields of a template in order. Undefined when it cannot be parsed. */
function readBraces(text: string, depth = 0): readonly (string | Field)[] | undefined {
  const all: (string | Field)[] = [];
  const characters = /[{}]/gu;
  let from = 0;
  for (let found = characters.exec(text); found; found = characters.exec(text)) {
    const at = found.index;
    if (at > from) all.push(text.slice(from, at));
    if (text[at + 1] === found[0] && depth === 0) {
      all.push(found[0]);
      characters.lastIndex = from = at + 2;
      continue;
    }
    const ends = found[0] === '{' && depth < MAX_DEPTH ? endOfField(text, at) : undefined;
    const named = ends && NAME.exec(text.slice(at + 1, ends.name));
    const within = ends && readBraces(text.slice(ends.spec, ends.end), depth + 1);
    if (!named || !within) return undefined;
    const [, name = '', path = ''] = named;
    const inner = within.filter((part) => typeof part !== 'string');
    all.push({ name, path, whole: text.slice(at, ends.end + 1), inner });
    characters.lastIndex = from = ends.end + 1;
  }
  if (from < text.length) all.push(text.slice(from));
  return all;
}

/** `.name` and `[key]` of a value. */
function partAt(value: Value, path: string, event: CallEvent, machine: Evaluator & ValueFactory): Value {
  const steps = path.match(/\.[^.[\]]+|\[[^\]]*\]/gu) ?? [];
  return steps.reduce((each, step) => {
    const key = step.replace(/^[.[]|\]$/gu, '');
    if (!/^\[\d+\]$/u.test(step)) return machine.member(each, key, event.frame, event.node);
    const [only] = each.objects;
    const item = each.objects.length === 1 && !only?.rest ? only?.items?.[Number(key)] : undefined;
    return item ?? iterate(each, event.frame, machine);
  }, value);
}

/** `"… {} …".format(…)`. */
const fillBraces: Fill = (text, { positional, named, spread }, event, machine) => {
  let next = 0;
  const missing: string[] = [];
  const valuesOf = (field: Field): readonly Value[] => {
    const { name, path, whole, inner } = field;
    const position = name === '' ? next++ : /^\d+$/u.test(name) ? Number(name) : undefined;
    const value = (position === undefined ? named.get(name) : positional[position]) ?? spread;
    if (!value) missing.push(whole);
    const part = partAt(value ?? UNKNOWN, path, event, machine);
    return [asVerb(part, whole), ...inner.flatMap(valuesOf)];
  };
  const parts = readBraces(text)?.flatMap((part) =>
    typeof part === 'string' ? [constantValue(part)] : valuesOf(part),
  );
  if (missing.length > 0 || !parts) return undefined;
  return parts.length === 0 ? [constantValue('')] : parts;
};

/** A Go verb with its flags, the argument indexes and stars of its width and precision, and the index of its argument. */
const VERB = /%[-+# 0]*(?:(\[\d+\])?(\*)|[1-9]\d*)?(?:\.(?:(\[\d+\])?(\*)|\d*))?(\[\d+\])?([a-zA-Z%])/gu;

/** `fmt.Sprintf("… %s …", …)`. Extra arguments are appended to the text. */
const fillVerbs: Fill = (text, { positional, spread }) => {
  const parts: Value[] = [];
  let next = 0;
  let end = 0;
  const indexes: string[] = [];
  const take = (index: string | undefined): Value => {
    if (index !== undefined) {
      indexes.push(index);
      next = Number(index.slice(1, -1)) - 1;
    }
    return positional[next++] ?? spread ?? UNKNOWN;
  };
  for (const hole of text.matchAll(VERB)) {
    const [whole, widthIndex, width, precisionIndex, precision, index, verb] = hole;
    if (hole.index > end) parts.push(constantValue(text.slice(end, hole.index)));
    end = hole.index + whole.length;
    if (width !== undefined) take(widthIndex);
    if (precision !== undefined) take(precisionIndex);
    parts.push(verb === '%' ? constantValue('%') : asVerb(take(index), whole));
  }
  if (end < text.length) parts.push(constantValue(text.slice(end)));
  if (indexes.length === 0) parts.push(...positional.slice(next));
  return parts.length === 0 ? [constantValue('')] : parts;
};

/** Python's `"… {} …".format(…)`. */
export const formatted = filledBy(fillBraces, '{');

/** Go's `fmt.Sprintf("… %s …", …)`. */
export const formattedByVerbs = filledBy(fillVerbs, '%');
