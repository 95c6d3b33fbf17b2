import { derive, taintsHere } from '../engine/values/derive.js';
import { spreadInto } from '../engine/expressions/literals.js';
import { isOpen, replaceAny } from '../engine/flow/changing.js';
import { isEnvironment } from '../engine/expressions/environment.js';
import { guarded } from '../engine/values/guards.js';
import { membership } from '../engine/expressions/membership.js';
import { append, extend, iterate, mix } from '../engine/values/objects.js';
import { SanitizedFor } from '../engine/values/taint.js';
import {
  constantOf,
  constantValue,
  join,
  joinAll,
  objectValue,
  textOf,
  UNKNOWN,
  type HeapObject,
  type Value,
} from '../engine/values/value.js';
import type { CallEvent } from '../engine/events.js';
import { type Model } from './model.js';
import { type ArgumentIndex, argument } from '../engine/expressions/call-arguments.js';

/** What a call adds to a list, and whether all of it is known to be added. */
function additions({ arguments: { positional, spread }, frame }: CallEvent, from: number): Additions {
  const values = [...positional.slice(from), ...(spread ? [spread] : [])].map((value) => ({
    ...value,
    taints: taintsHere(value, frame),
  }));
  return { values, isExact: !spread && frame.exits.length === 0 };
}

interface Additions {
  readonly values: readonly Value[];
  readonly isExact: boolean;
}

/** `list.push(…)`, `list.append(x)`, `set.add(x)`: adds to the contents of the object. */
export const added =
  (to: ArgumentIndex, from: number): Model =>
  (event) => {
    const { values, isExact } = additions(event, from);
    for (const object of argument(event, to).objects)
      if (object.items && !object.rest && isExact) object.items = [...object.items, ...values];
      else if (values.length > 0) append(object, joinAll(values));
    return argument(event, to);
  };

/** `list.unshift(…)`, `deque.appendleft(x)`: the items that are there move behind the new ones. */
export const prepended: Model = (event) => {
  const { values, isExact } = additions(event, 0);
  for (const object of argument(event, 'receiver').objects)
    if (object.items && !object.rest && isExact) object.items = [...values, ...object.items];
    else if (values.length > 0) mix(object, values);
  return argument(event, 'receiver');
};

/** `list.insert(index, x)`: the items after it move, so that their indexes are known only if it comes first. */
export const inserted: Model = (event) => {
  const { values, isExact } = additions(event, 1);
  const isFirst = constantOf(argument(event, 0)) === 0;
  for (const object of argument(event, 'receiver').objects)
    if (object.items && !object.rest && isExact && isFirst) object.items = [...values, ...object.items];
    else mix(object, values);
  return argument(event, 'receiver');
};

/** `list.extend(other)`, `list.push(...other)` as a method. */
export const extended: Model = (event, machine) => {
  extend(argument(event, 'receiver'), argument(event, 0), event.frame, machine);
  return UNKNOWN;
};

/** `map.get(key, default)`: the value under a known key, or any value. The key's taint does not flow into the result. */
export const got: Model = (event, machine) => {
  const holder = argument(event, 'receiver');
  const key = constantOf(argument(event, 0));
  const other = event.arguments.positional[1];
  const found =
    typeof key === 'string'
      ? machine.member(holder, key, event.frame, event.node)
      : iterate(holder, event.frame, machine);
  if (other) return join(found, other);
  // A hit implies that the key is one of the program's own.
  const isOurs = key === undefined && holder.objects.length > 0 && holder.taints.length === 0;
  if (!isOurs) return found;
  const { constants } = found;
  const orNothing = { ...found, ...(constants?.length === 1 && { constants: [...constants, null] }) };
  return guarded(orNothing, membership(argument(event, 0), holder, event.frame));
};

/** `map.set(key, value)`. */
export const set: Model = (event) => {
  const key = constantOf(argument(event, 0));
  const value = argument(event, 1);
  for (const object of argument(event, 'receiver').objects) {
    if (key !== undefined && key !== null) {
      const existing = object.fields.get(String(key));
      object.fields.set(String(key), existing ? join(existing, value) : value);
    } else {
      object.rest = object.rest ? join(object.rest, value) : value;
      replaceAny(object);
    }
  }
  return event.receiver ?? UNKNOWN;
};

/** `new Map(entries)`, `dict(pairs)`, `Object.fromEntries(entries)`. */
export const fromEntries: Model = (event, machine) => {
  const fields = new Map<string, Value>(event.arguments.named);
  let rest: Value | undefined;
  for (const source of event.arguments.positional) {
    for (const object of source.objects) {
      for (const [name, value] of object.fields) fields.set(name, value);
      for (const item of [...(object.items ?? []), ...(object.rest ? [object.rest] : [])]) {
        const pair = item.objects[0]?.items;
        const key = constantOf(pair?.[0]);
        const value = pair?.[1] ?? iterate(item, event.frame, machine);
        if (typeof key === 'string') fields.set(key, value);
        else rest = rest ? join(rest, value) : value;
      }
    }
    if (source.taints.length > 0)
      rest = rest ? join(rest, { ...source, objects: [] }) : { ...source, objects: [] };
  }
  const object = { id: machine.newId(), fields, ...(rest && { rest }) };
  // `dict(defaults, **others)`
  if (event.arguments.spread ?? event.arguments.positional.some(isOpen)) replaceAny(object);
  return objectValue(object);
};

/** `Object.entries(o)`, `d.items()`, `map.entries()`: pairs of key and value. */
export const entries =
  (of: ArgumentIndex): Model =>
  (event, machine) => {
    const holder = argument(event, of);
    const items = holder.objects.flatMap(({ fields }) =>
      [...fields].map(([name, value]) =>
        objectValue({ id: machine.newId(), fields: new Map(), items: [constantValue(name), value] }),
      ),
    );
    const each = iterate(
      { ...holder, objects: holder.objects.filter(({ rest }) => rest) },
      event.frame,
      machine,
    );
    const open = holder.taints.length > 0 || holder.objects.some(({ rest }) => rest);
    const derived = derive(holder, event.frame, machine, { suffix: '{}' });
    // If the name of a variable is one of the program's own, the environment as a whole is not given away.
    const name = isEnvironment(holder, event.frame.scope)
      ? { ...derived, key: machine.newKey(each.key, SanitizedFor.SECRET, '%name') }
      : derived;
    const pair = objectValue({ id: machine.newId(), fields: new Map(), items: [name, each] });
    return objectValue({
      id: machine.newId(),
      fields: new Map(),
      ...(open ? { rest: joinAll([pair, ...items]) } : { items }),
    });
  };

/** `Object.values(o)`, `d.values()`. */
export const values =
  (of: ArgumentIndex): Model =>
  (event, machine) => {
    const holder = argument(event, of);
    const open = holder.taints.length > 0 || holder.objects.some(({ rest, items }) => rest ?? items);
    const items = holder.objects.flatMap(({ fields }) => [...fields.values()]);
    return objectValue({
      id: machine.newId(),
      fields: new Map(),
      ...(open ? { rest: iterate(holder, event.frame, machine) } : { items }),
    });
  };

/** `Object.keys(o)`, `d.keys()`. */
export const keys =
  (of: ArgumentIndex): Model =>
  (event, machine) => {
    const holder = argument(event, of);
    const items = holder.objects.flatMap(({ fields }) => [...fields.keys()].map(constantValue));
    const open = holder.taints.length > 0 || holder.objects.some(({ rest }) => rest);
    const own = derive(holder, event.frame, machine, { suffix: '{}' });
    return objectValue({
      id: machine.newId(),
      fields: new Map(),
      ...(open ? { rest: joinAll([own, ...items]) } : { items }),
    });
  };

/** `Object.assign(target, …)`, `d.update(other)`. */
export const merged =
  (into: ArgumentIndex, from: number): Model =>
  (event) => {
    const target = argument(event, into);
    for (const object of target.objects) {
      const write = (name: string, value: Value): void => {
        object.fields.set(name, value);
      };
      for (const other of event.arguments.positional.slice(from)) spreadInto(object, other, true, write);
    }
    return target;
  };

/** `list.concat(other)`: a new list, which starts with the items of this one. */
export const concatenated: Model = (event, machine) => {
  const { positional, spread } = event.arguments;
  const receiver = argument(event, 'receiver');
  const [only] = receiver.objects;
  if (!only?.items || receiver.objects.length > 1 || receiver.taints.length > 0)
    return join(receiver, positional[0] ?? UNKNOWN);
  const { items, rest, indexedCount } = only;
  const list: HeapObject = { id: machine.newId(), fields: new Map(), items };
  if (rest) Object.assign(list, { rest, ...(indexedCount !== undefined && { indexedCount }) });
  const all = objectValue(list);
  for (const value of positional)
    // What is not a list is an item.
    if (value.objects.length > 0 && value.objects.every((object) => object.items ?? object.rest))
      extend(all, value, event.frame, machine);
    else append(list, value);
  if (spread) append(list, spread);
  return all;
};

/** `setattr(object, name, value)`, `Reflect.set(object, name, value)`. */
export const memberSet: Model = (event) => {
  const name = textOf(argument(event, 1));
  const value = argument(event, 2);
  for (const object of argument(event, 0).objects) {
    if (name !== undefined) object.fields.set(name, value);
    else {
      object.rest = object.rest ? join(object.rest, value) : value;
      replaceAny(object);
    }
  }
  return UNKNOWN;
};
