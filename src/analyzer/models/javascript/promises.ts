import { asShown } from '../../engine/derive.js';
import type { CallEvent, Machine } from '../../engine/machine.js';
import {
  externalValue,
  join,
  objectValue,
  UNKNOWN,
  type HeapObject,
  type Value,
} from '../../engine/value.js';
import { apply } from '../callbacks.js';
import { given, type Model } from '../model.js';

const RESOLVE = '%resolve';
const VALUE = '%value';

/** Has an object hold a value too, with what checks have shown of it where it is given. */
export function keep(object: HeapObject, field: string, value: Value, { frame }: CallEvent): void {
  const known = object.fields.get(field);
  const shown = asShown(value, frame);
  object.fields.set(field, known ? join(known, shown) : shown);
}

/** `new Promise((resolve, reject) => …)`: what resolve is called with, whoever calls it. */
const promised: Model = (event, machine) => {
  const holder = machine.allocate(event.node, event.frame, { path: RESOLVE });
  apply(given(event, 0), [objectValue(holder), externalValue('reject')], event, machine);
  return holder.fields.get(VALUE) ?? UNKNOWN;
};

const resolved: Model = (event: CallEvent) => {
  for (const object of event.callee.objects)
    if (object.path === RESOLVE) keep(object, VALUE, given(event, 0), event);
  return UNKNOWN;
};

const STORE = 'async_hooks.AsyncLocalStorage()';

const storage: Model = (event, machine) =>
  objectValue(machine.allocate(event.node, event.frame, { path: STORE }));

/** `storage.run(store, f, …values)`, `storage.enterWith(store)`: what is kept for all that f calls. */
const entered: Model = (event: CallEvent, machine: Machine) => {
  for (const object of event.receiver?.objects ?? []) keep(object, VALUE, given(event, 0), event);
  const [, callback, ...values] = event.arguments.positional;
  return (callback && apply(callback, values, event, machine)) ?? UNKNOWN;
};

const current: Model = (event) =>
  (event.receiver?.objects ?? []).reduce<Value>(
    (all, { fields }) => join(all, fields.get(VALUE) ?? UNKNOWN),
    UNKNOWN,
  );

/** What comes later, or is there for all that is called meanwhile. */
export const PROMISES: Readonly<Record<string, Model>> = {
  Promise: promised,
  [RESOLVE]: resolved,
  'async_hooks.AsyncLocalStorage': storage,
  [`${STORE}.run`]: entered,
  [`${STORE}.enterWith`]: entered,
  [`${STORE}.getStore`]: current,
};
