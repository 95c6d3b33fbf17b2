import { apart } from '../../../engine/values/merging.js';
import { awaited, deferred, factsOf, settled } from '../../../engine/flow/pending.js';
import { withFacts } from '../../../engine/values/derive.js';
import type { CallEvent } from '../../../engine/events.js';
import type { Caller, ValueFactory } from '../../../engine/machine.js';
import {
  constantOf,
  externalValue,
  join,
  objectValue,
  UNKNOWN,
  type HeapObject,
  type Value,
} from '../../../engine/values/value.js';
import { apply } from '../../../models/callbacks.js';
import { type Model } from '../../../models/model.js';
import { argument } from '../../../engine/expressions/call-arguments.js';

const RESOLVE = '%resolve';
const VALUE = '%value';

/** Joins a value into a field of an object, with the facts at this point applied. */
export function keep(object: HeapObject, field: string, value: Value, { frame }: CallEvent): void {
  const existing = object.fields.get(field);
  const shown = withFacts(value, frame);
  object.fields.set(field, existing ? join(existing, shown) : shown);
}

/** `new Promise((resolve, reject) => …)`: the arguments of resolve, whoever calls it. */
const promised: Model = (event, machine) => {
  const holder = machine.allocate(event.node, event.frame, { path: RESOLVE });
  const { facts } = apart(event.frame, () =>
    apply(argument(event, 0), [objectValue(holder), externalValue('reject')], event, machine),
  );
  return deferred(holder.fields.get(VALUE) ?? UNKNOWN, factsOf(facts));
};

const resolved: Model = (event: CallEvent) => {
  for (const object of event.callee.objects)
    if (object.path === RESOLVE) keep(object, VALUE, argument(event, 0), event);
  return UNKNOWN;
};

/** `Promise.all(list)`: once it is fulfilled, all of them are. */
export const together: Model = (event) => {
  const list = argument(event, 0);
  const all = list.objects.flatMap(({ items, rest }) => [...(items ?? []), ...(rest ? [rest] : [])]);
  const objects = list.objects.map((object) => ({
    ...object,
    ...(object.items && { items: object.items.map(settled) }),
    ...(object.rest && { rest: settled(object.rest) }),
  }));
  return deferred(
    { ...list, objects },
    all.flatMap(({ pending }) => pending?.facts ?? []),
  );
};

/** `Promise.race(list)`, `Promise.allSettled(list)`: some may have been rejected. */
export const oneOfThem: Model = (event, machine) => {
  const { pending: _, ...list } = together(event, machine) ?? UNKNOWN;
  return list;
};

/** `promise.then(f)`: the result of f for the fulfilled value. */
export const then: Model = (event, machine) => {
  const { frame } = event;
  const promise = argument(event, 'receiver');
  const [callback = UNKNOWN, handler] = event.arguments.positional;
  const { result, facts } = apart(frame, () => {
    const value = awaited(promise, frame, machine);
    const made = apply(callback, [value], event, machine);
    return made ? awaited(made, frame, machine) : value;
  });
  const next = deferred(result, factsOf(facts));
  return handler ? handled(next, handler, event, machine) : next;
};

/** A promise with a rejection handler: its facts still hold if the handler throws or returns a falsy value. */
function handled(promise: Value, handler: Value, event: CallEvent, machine: Caller & ValueFactory): Value {
  const { frame, node } = event;
  const taint = machine.source('exception', 'the error', frame, node.line);
  const error = { ...UNKNOWN, taints: [taint], key: machine.newKey() };
  const { result } = apart(frame, () => apply(handler, [error], event, machine));
  if (result?.never) return promise;
  const { pending, ...value } = promise;
  const joined = result ? join(value, result) : value;
  const given_ = result && constantOf(result);
  if (!pending || given_ === undefined || given_) return joined;
  const whenTrue = [...pending.facts, ...(pending.guards?.whenTrue ?? [])];
  return { ...joined, pending: { facts: [], guards: { whenTrue, whenFalse: [] } } };
}

/** `promise.catch(f)`: the value, or the result of f for the error. */
export const caught: Model = (event, machine) =>
  handled(argument(event, 'receiver'), argument(event, 0), event, machine);

/** Promises. */
export const PROMISES: Readonly<Record<string, Model>> = {
  Promise: promised,
  [RESOLVE]: resolved,
};
