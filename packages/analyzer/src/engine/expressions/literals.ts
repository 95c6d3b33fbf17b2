import type { Expression, ListLiteral, ObjectLiteral } from '../../ir/program.js';
import { isOpen, replaceAny } from '../flow/changing.js';
import { withFacts } from '../values/derive.js';
import { fill } from '../values/filled.js';
import { firstOf } from '../values/list-items.js';
import type { Frame } from '../frame.js';
import type { Machine } from '../machine.js';
import { iterate, MAX_ITEMS, asIterable } from '../values/objects.js';
import { CLIENT_SOURCES } from '../values/taint.js';
import { emitLiteral } from './literal-events.js';
import { emitWalk } from '../flow/walks.js';
import {
  constantOf,
  join,
  joinAll,
  objectValue,
  pathsOf,
  UNKNOWN,
  type ClassInfo,
  type HeapObject,
  type Scalar,
  type Value,
} from '../values/value.js';

/**
 * Sets the fields of an object literal. Later entries replace earlier ones; evaluating a node again adds to the object
 * it made before.
 */
function writerOf(object: HeapObject): (key: string, value: Value) => void {
  const before = new Map(object.fields);
  return (key, value) => {
    const existing = before.get(key);
    object.fields.set(key, existing ? join(existing, value) : value);
  };
}

/**
 * Copies the fields of objects into another: a spread. Fields that only some of them have may keep their previous
 * values.
 * @param certain whether one of them is always spread: not with `...(condition && object)`
 */
export function spreadInto(
  object: HeapObject,
  value: Value,
  certain: boolean,
  write: ReturnType<typeof writerOf>,
): void {
  if (isOpen(value)) replaceAny(object);
  const keys = new Set(value.objects.flatMap(({ fields }) => [...fields.keys()]));
  for (const key of keys) {
    const contained = value.objects.flatMap(({ fields }) => fields.get(key) ?? []);
    const isReplaced = certain && contained.length === value.objects.length;
    const other = isReplaced ? undefined : object.fields.get(key);
    write(key, joinAll(other ? [other, ...contained] : contained));
  }
  for (const { rest } of value.objects) if (rest) object.rest = object.rest ? join(object.rest, rest) : rest;
  if (value.taints.length > 0) {
    const rest: Value = { ...value, objects: [] };
    object.rest = object.rest ? join(object.rest, rest) : rest;
  }
}

/** The named type of a literal: not an inline map or list type. */
function nameOfType(type: Expression | undefined): Expression | undefined {
  const outer = type?.kind === 'index' ? type.object : type;
  return outer?.kind === 'name' && /^(?:map|chan|\[\])$/u.test(outer.name) ? undefined : outer;
}

/** The field name of an entry; some languages allow positional fields. */
const fieldName = (key: Scalar, info: ClassInfo | undefined): string =>
  (typeof key === 'number' && info?.scope.traits.orderedFields === 'literals'
    ? info.definition.fields[key]?.name
    : undefined) ?? String(key);

/** The object that a literal creates. */
export function objectLiteral(node: ObjectLiteral, frame: Frame, machine: Machine): Value {
  const named = nameOfType(node.type);
  const type = named ? machine.evaluate(named, frame) : UNKNOWN;
  const info = type.targets.find((target) => target.kind === 'class');
  const [path] = pathsOf(type);
  const object = machine.allocate(node, frame, {
    lines: new Map<string, number>(),
    ...(info && { class: info }),
    ...(path !== undefined && { path: frame.scope.traits.externals.result(path) }),
  });
  const write = writerOf(object);
  for (const entry of node.entries) {
    if ('spread' in entry) {
      const { spread } = entry;
      const value = machine.evaluate(spread, frame);
      fill(objectValue(object), value, frame);
      spreadInto(object, value, spread.kind !== 'operation', write);
      continue;
    }
    const under = machine.evaluate(entry.key, frame);
    const key = constantOf(under);
    if (key === undefined) fill(objectValue(object), under, frame);
    const value = withFacts(machine.evaluate(entry.value, frame), frame);
    if (key === undefined || key === null) object.rest = object.rest ? join(object.rest, value) : value;
    else {
      const name = fieldName(key, info);
      write(name, value);
      object.lines?.set(name, entry.value.line);
      machine.emit({ kind: 'store', frame, lines: entry.value, object: objectValue(object), name, value });
    }
  }
  if (path !== undefined) emitLiteral(path, object, frame, node, machine);
  return objectValue(object);
}

/** Whether a client controls how many items are spread, or there may be none. */
const mayBeEmpty = (value: Value, each: Value): boolean =>
  [...value.taints, ...each.taints].some(({ source }) => CLIENT_SOURCES.has(source.kind)) ||
  value.objects.some(({ items, rest }) => items?.length === 0 && !rest);

/** The list that a literal creates. */
export function listLiteral(node: ListLiteral, frame: Frame, machine: Machine): Value {
  const site = { file: frame.module, lines: node };
  const object = machine.allocate(node, frame, { items: [], site });
  const items: Value[] = [];
  // Whether the list may have no item before this one.
  let isOpen = true;
  for (const item of node.items) {
    const given = withFacts(machine.evaluate(item.value, frame), frame);
    if (item.spread === undefined) {
      if (isOpen && object.firstItem) object.firstItem = join(object.firstItem, given);
      isOpen = false;
      items.push(given);
      continue;
    }
    const value = asIterable(given, frame, machine);
    const [only] = value.objects;
    const isShort = items.length + (only?.items?.length ?? 0) <= MAX_ITEMS;
    if (value.objects.length === 1 && only?.items && !only.rest && value.taints.length === 0 && isShort)
      items.push(...only.items);
    else {
      const isFirst = items.length === 0;
      object.indexedCount ??= items.length;
      emitWalk(node, item.value, value, frame, machine);
      const each = iterate(value, frame, machine);
      const first = firstOf(value) ?? each;
      if (isFirst && isOpen) object.firstItem = object.firstItem ? join(object.firstItem, first) : first;
      isOpen &&= mayBeEmpty(value, each);
      object.rest = object.rest ? join(object.rest, each) : each;
    }
  }
  object.items = items;
  if (object.indexedCount !== undefined)
    object.rest = joinAll([...items, ...(object.rest ? [object.rest] : [])]);
  return objectValue(object);
}
