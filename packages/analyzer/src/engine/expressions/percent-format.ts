import type { Frame } from '../frame.js';
import type { Caller, ValueFactory } from '../machine.js';
import { NUMBER } from '../values/taint.js';
import { asVerb, concatenate, MAX_TEXT, unclearTemplate } from './texts.js';
import { constantValue, join, joinAll, UNKNOWN, type HeapObject, type Value } from '../values/value.js';

/** A conversion specifier of a template. */
interface Hole {
  /** The name between parentheses: `%(name)s`. */
  readonly name: string | undefined;
  /** The values consumed for its width and precision: `%*.*f`. */
  readonly stars: number;
  /** Its text without the name. */
  readonly verb: string;
}

/** The rest of a specifier after `%` and the name. It is unambiguous, so that matching does not backtrack. */
const CONVERSION = /[-#0 +]*(?:\*|[1-9]\d*)?(?:\.(?:\*|\d*))?[hlL]?[diouxXeEfFgGcrsab%]/uy;

/** The index of the closing parenthesis for an opening one: names may contain parentheses. */
function closing(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')' && (depth -= 1) === 0) return at;
  }
  return -1;
}

/** The literal texts and specifiers of a template in order. Undefined when it cannot be parsed. */
function readTemplate(text: string): readonly (string | Hole)[] | undefined {
  const all: (string | Hole)[] = [];
  let from = 0;
  for (let at = text.indexOf('%'); at >= 0; at = text.indexOf('%', from)) {
    if (at > from) all.push(text.slice(from, at));
    const end = text[at + 1] === '(' ? closing(text, at + 1) : at;
    if (end < 0) return undefined;
    CONVERSION.lastIndex = end + 1;
    const [conversion] = CONVERSION.exec(text) ?? [];
    if (conversion === undefined) return undefined;
    from = end + 1 + conversion.length;
    const name = end > at ? text.slice(at + 2, end) : undefined;
    if (conversion.endsWith('%')) all.push('%');
    else all.push({ name, stars: conversion.split('*').length - 1, verb: `%${conversion}` });
  }
  if (from < text.length) all.push(text.slice(from));
  return all;
}

const isHole = (part: string | Hole): part is Hole => typeof part !== 'string';

/** All values held by the right operand, and the operand itself if it is known by more than those. */
function placeholdersOf(filling: Value): readonly Value[] {
  const contained = filling.objects.flatMap(({ items, fields, rest }) => [
    ...(items ?? []),
    ...fields.values(),
    ...(rest ? [rest] : []),
  ]);
  return contained.length === 0 || filling.taints.length > 0 ? [...contained, filling] : contained;
}

/** The value of a dict under a name. Undefined for lists, instances of classes, and names that it lacks. */
function fieldNamed({ fields, rest, items, class: info }: HeapObject, name: string): Value | undefined {
  const field = fields.get(name);
  if (items || info) return undefined;
  return field && rest ? join(field, rest) : (field ?? rest);
}

/** The value of each specifier. Undefined when it cannot be determined, or values would be left over. */
function valuesOf(holes: readonly Hole[], filling: Value): readonly Value[] | undefined {
  const { objects, taints } = filling;
  if (objects.length === 0) return holes.map(() => filling);
  if (taints.length > 0) return undefined;
  if (holes.every(({ name }) => name !== undefined)) {
    const named = holes.map(({ name = '' }) => objects.map((object) => fieldNamed(object, name)));
    const known = named.map((each) => each.filter((value) => value !== undefined));
    return known.every((each) => each.length === objects.length) ? known.map(joinAll) : undefined;
  }
  const [only] = objects;
  if (objects.length > 1 || !only?.items || only.rest || holes.some(({ name }) => name !== undefined))
    return undefined;
  let index = -1;
  const values = holes.map(({ stars }) => only.items?.[(index += stars + 1)] ?? UNKNOWN);
  return index + 1 === only.items.length ? values : undefined;
}

function filledIn(text: string, filling: Value, frame: Frame, machine: Caller & ValueFactory): Value {
  const template = text.length > MAX_TEXT ? undefined : readTemplate(text);
  const values = template && valuesOf(template.filter(isHole), filling);
  if (!template || !values)
    return concatenate(unclearTemplate(text, '%', placeholdersOf(filling)), frame, machine);
  let index = 0;
  const parts = template.map((part) =>
    isHole(part) ? asVerb(values[index++] ?? UNKNOWN, part.verb) : constantValue(part),
  );
  return parts.length === 0 ? constantValue('') : concatenate(parts, frame, machine);
}

const isNumber = ({ constants }: Value): boolean =>
  constants?.every((each) => typeof each === 'number') ?? false;

const mayBeText = ({ taints, constants }: Value): boolean =>
  (constants?.some((each) => typeof each === 'string') ?? false) ||
  taints.some(({ sanitizedFor }) => (sanitizedFor & NUMBER) !== NUMBER);

/** Whether an unknown left operand is a template and not a number: it was concatenated, or the right operand is not numeric. */
const isTemplate = (template: Value, filling: Value): boolean =>
  template.parts !== undefined ||
  (!isNumber(template) &&
    !isNumber(filling) &&
    (placeholdersOf(filling).some(mayBeText) || (mayBeText(template) && filling.objects.length > 0)));

/** `"…%s…" % x`. Undefined when it is arithmetic. */
export function percentFormat(
  template: Value,
  filling: Value,
  frame: Frame,
  machine: Caller & ValueFactory,
): Value | undefined {
  const { constants } = template;
  if (constants && constants.length > 0 && constants.every((each) => typeof each === 'string'))
    return joinAll(constants.map((text) => filledIn(text, filling, frame, machine)));
  if (!frame.scope.traits.percentFormats || !isTemplate(template, filling)) return undefined;
  return concatenate([template, ...placeholdersOf(filling), UNKNOWN], frame, machine);
}
