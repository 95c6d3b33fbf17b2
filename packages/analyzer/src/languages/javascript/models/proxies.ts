import type { CallEvent } from '../../../engine/events.js';
import type { Caller, ValueFactory } from '../../../engine/machine.js';
import { iterate } from '../../../engine/values/objects.js';
import {
  constantOf,
  constantValue,
  join,
  objectValue,
  UNKNOWN,
  type Value,
} from '../../../engine/values/value.js';
import type { ClassInfo } from '../../../engine/values/value.js';
import { apply, itemsOf } from '../../../models/callbacks.js';
import { memberSet } from '../../../models/collections.js';
import { type Model } from '../../../models/model.js';
import { argument } from '../../../engine/expressions/call-arguments.js';

const PROXY = 'Proxy()';
const APPLY = '%apply';
const TARGET = '%target';
/** The maximum number of known names of the target for which a trap is called. */
const MAX_NAMES = 64;

const trap = (handler: Value, name: string): Value | undefined =>
  handler.objects.find(({ fields }) => fields.has(name))?.fields.get(name);

function* methodNames(info: ClassInfo, seen = new Set<ClassInfo>()): Generator<string> {
  if (seen.has(info)) return;
  seen.add(info);
  for (const name of info.methods.keys()) if (name !== 'constructor') yield name;
  for (const base of info.bases)
    for (const target of base.targets) if (target.kind === 'class') yield* methodNames(target, seen);
}

/** The known member names of an object. */
const namesOf = ({ objects }: Value): Set<string> =>
  new Set(
    objects
      .flatMap(({ fields, class: info }) => [...fields.keys(), ...(info ? methodNames(info) : [])])
      .slice(0, MAX_NAMES),
  );

/** `new Proxy(target, { get, apply, … })`: the results of the traps, for each known name of the target and for any other. */
const proxied: Model = (event, machine) => {
  const [target = UNKNOWN, handler = UNKNOWN] = event.arguments.positional;
  const get = trap(handler, 'get');
  const called = trap(handler, 'apply');
  if (!get && !called) return target;
  const object = machine.allocate(event.node, event.frame, { ...(called && { path: PROXY }) });
  const self = objectValue(object);
  if (called) {
    object.fields.set(APPLY, called);
    object.fields.set(TARGET, target);
  }
  if (!get) return { ...self, objects: [...self.objects, ...target.objects] };
  for (const name of namesOf(target)) {
    const found = apply(get, [target, constantValue(name), self], event, machine);
    if (found) object.fields.set(name, found);
  }
  const found = apply(get, [target, UNKNOWN, self], event, machine);
  if (found) object.rest = found;
  return self;
};

/** A call of a proxy with an apply trap. */
const trapped: Model = (event: CallEvent, machine: Caller & ValueFactory) => {
  const list = objectValue({
    id: machine.newId(),
    fields: new Map(),
    items: [...event.arguments.positional],
    ...(event.arguments.spread && { rest: event.arguments.spread }),
  });
  let result: Value | undefined;
  for (const { fields } of event.callee.objects) {
    const called = fields.get(APPLY);
    const value = called && apply(called, [fields.get(TARGET) ?? UNKNOWN, UNKNOWN, list], event, machine);
    if (value) result = result ? join(result, value) : value;
  }
  return result;
};

/** `Reflect.get(target, name)`. */
const reflected: Model = (event, machine) => {
  const key = constantOf(argument(event, 1));
  return key === undefined
    ? iterate(argument(event, 0), event.frame, machine)
    : machine.member(argument(event, 0), String(key), event.frame, event.node);
};

/** `Reflect.apply(f, self, list)`. */
const applied: Model = (event, machine) =>
  apply(argument(event, 0), itemsOf(argument(event, 2), event, machine), event, machine);

/** Proxies and reflection. */
export const PROXIES: Readonly<Record<string, Model>> = {
  Proxy: proxied,
  [PROXY]: trapped,
  'Reflect.get': reflected,
  'Reflect.set': memberSet,
  'Reflect.apply': applied,
};
