import { replaceAny } from '../../../engine/flow/changing.js';
import { derive } from '../../../engine/values/derive.js';
import { guarded, negate, NO_GUARDS, shows } from '../../../engine/values/guards.js';
import type { CallEvent } from '../../../engine/events.js';
import type { Evaluator, ValueFactory } from '../../../engine/machine.js';
import { ofType } from '../../../engine/expressions/member-facts.js';
import { ALL_ARGUMENTS, type Taint } from '../../../engine/values/taint.js';
import {
  join,
  joinAll,
  objectValue,
  textOf,
  UNKNOWN,
  type HeapObject,
  type Value,
} from '../../../engine/values/value.js';
import type { Expression } from '../../../ir/program.js';
import { type Model } from '../../../models/model.js';
import { type ArgumentIndex, argument } from '../../../engine/expressions/call-arguments.js';

/** The multiple results of a call. */
export const results = (values: readonly Value[], machine: ValueFactory): Value =>
  objectValue({ id: machine.newId(), fields: new Map(), items: [...values], several: true });

/** An error that is nil only if a value is sanitized for some uses. */
export const errorUnless = (value: Value, bits: number): Value =>
  guarded(UNKNOWN, bits === 0 ? NO_GUARDS : negate(shows(value, bits)));

/**
 * `n, err := strconv.Atoi(text)`: a parser of a strict text format, with an error for any other text.
 * @param sanitizedFor what the result is sanitized for
 * @param shown what the text is sanitized for when there is no error
 */
export const readOf =
  (index: ArgumentIndex, sanitizedFor: number, shown: number, checks = 0): Model =>
  (event, machine) => {
    const value = argument(event, index);
    const read = derive(value, event.frame, machine, { sanitizedFor, checks }, event.node);
    const targets = event.names.map((path) => ({ kind: 'external' as const, path: `${path}()` }));
    return results([{ ...read, targets }, errorUnless(value, shown)], machine);
  };

/** Assigns the single result of a call to a variable or property. */
export function writeTo(expression: Expression, value: Value, event: CallEvent, machine: Evaluator): void {
  const { frame } = event;
  if (expression.kind === 'name')
    machine.assign(expression.name, join(machine.lookup(expression.name, frame), value), frame, false);
  else if (expression.kind === 'member' || expression.kind === 'index') {
    const { line, endLine } = expression;
    machine.bind({ kind: 'target', expression, line, endLine }, value, frame, false);
  }
}

const isArguments = ({ source: { kind, name } }: Taint): boolean =>
  kind === 'tool-parameter' && name === ALL_ARGUMENTS;

/** `input.String("path")`: a field of what a library has made of all arguments, named by a text. */
export const argumentNamed: Model = (event, machine) => {
  const { receiver, frame, node } = event;
  const name = textOf(argument(event, 0));
  if (name === undefined || !receiver?.taints.some(isArguments) || receiver.objects.length > 0)
    return undefined;
  return machine.member(receiver, name, frame, node);
};

/** A struct that receives all arguments of a tool has one of them in each field. */
export function nameFields(object: HeapObject, value: Value, event: CallEvent, machine: Evaluator): void {
  if (!object.class || !value.taints.some(isArguments)) return;
  const all = { ...value, objects: [], targets: [] };
  for (const { name, type } of object.class.definition.fields)
    if (!object.fields.has(name))
      object.fields.set(
        name,
        ofType(machine.member(all, name, event.frame, event.node), type, event.frame.scope),
      );
}

/** Writes a value to the target of a pointer argument: `json.Unmarshal(data, &v)`. */
export function writeInto(index: number, value: Value, event: CallEvent, machine: Evaluator): void {
  const pointed = argument(event, index);
  for (const object of pointed.objects) replaceAny(object);
  if (value.taints.length === 0) return;
  const expression = event.node.arguments[index]?.value;
  const objects = pointed.objects.filter(({ items, path }) => !items || path === undefined);
  for (const object of objects) {
    object.rest = object.rest ? join(object.rest, value) : value;
    nameFields(object, value, event, machine);
  }
  if (objects.length === 0 && expression) writeTo(expression, value, event, machine);
}

/** The contents of a buffer. */
export const writtenIn = (value: Value): Value => joinAll(value.objects.flatMap(({ rest }) => rest ?? []));
