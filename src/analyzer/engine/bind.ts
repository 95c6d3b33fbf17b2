import type { Expression, Lines, Pattern } from '../ir/program.js';
import { asShown, derive } from './derive.js';
import { guarded, NO_GUARDS } from './guards.js';
import type { Frame, Machine } from './machine.js';
import { iterate } from './objects.js';
import { constantOf, join, objectValue, UNKNOWN, type HeapObject, type Value } from './value.js';

/** What a name or place is bound to, or its default. */
function orDefault(
  value: Value | undefined,
  initial: Expression | undefined,
  frame: Frame,
  machine: Machine,
): Value {
  if (!initial) return value ?? UNKNOWN;
  const other = machine.evaluate(initial, frame);
  return value ? join(value, other) : other;
}

function bindFields(
  pattern: Extract<Pattern, { kind: 'fields' }>,
  value: Value,
  frame: Frame,
  machine: Machine,
  declares: boolean,
): void {
  const named = new Set<string>();
  for (const { key, value: target, default: initial } of pattern.fields) {
    const name = constantOf(machine.evaluate(key, frame));
    if (name !== undefined) named.add(String(name));
    const field =
      name === undefined
        ? iterate(value, frame, machine)
        : machine.member(value, String(name), frame, pattern);
    machine.bind(target, orDefault(field, initial, frame, machine), frame, declares);
  }
  if (!pattern.rest) return;
  const objects = value.objects.map((object): HeapObject => {
    const fields = new Map([...object.fields].filter(([name]) => !named.has(name)));
    return { ...object, id: machine.newId(), fields };
  });
  const others = { ...value, objects, ...(value.taints.length > 0 && { key: machine.newKey(value.key) }) };
  machine.bind(pattern.rest, others, frame, declares);
}

function bindItems(
  pattern: Extract<Pattern, { kind: 'items' }>,
  value: Value,
  frame: Frame,
  machine: Machine,
  declares: boolean,
): void {
  const [only] = value.objects;
  const known = value.objects.length === 1 && value.taints.length === 0 ? only?.items : undefined;
  pattern.items.forEach((item, place) => {
    if (!item) return;
    const exact = value.objects.flatMap(({ items, rest }) => (items && !rest ? (items[place] ?? []) : []));
    const each =
      known?.[place] ??
      (exact.length > 0 && exact.length === value.objects.length
        ? exact.reduce(join)
        : isGoResult(value, frame)
          ? goResult(value, place, pattern.items.length)
          : iterate(value, frame, machine));
    machine.bind(item.value, orDefault(each, item.default, frame, machine), frame, declares);
  });
  if (!pattern.rest) return;
  const rest: Value = known
    ? objectValue({ id: machine.newId(), fields: new Map(), items: known.slice(pattern.items.length) })
    : value;
  machine.bind(pattern.rest, rest, frame, declares);
}

const isGo = (frame: Frame): boolean => frame.module.endsWith('.go');

/** Whether a value is what a call outside the package gave in Go: `value, err`. */
const isGoResult = (value: Value, frame: Frame): boolean =>
  isGo(frame) && value.objects.every(({ items }) => !items);

/** The last of several results tells whether the others are any good. */
const goResult = (value: Value, place: number, count: number): Value =>
  place > 0 && place === count - 1 ? UNKNOWN : value;

/** What gives two values in Go when two are asked for: the second says whether there is a first. */
const PAIRS: ReadonlySet<Expression['kind']> = new Set(['index', 'member', 'cast', 'await']);

/** The value that is bound to a pattern: `value, ok := m[key]` of Go is a pair. */
export function bound(
  target: Pattern,
  from: Expression,
  value: Value,
  frame: Frame,
  machine: Machine,
): Value {
  if (target.kind !== 'items' || target.items.length !== 2 || !PAIRS.has(from.kind) || !isGo(frame))
    return value;
  const isThere = guarded(UNKNOWN, value.guards ?? NO_GUARDS);
  return objectValue({ id: machine.newId(), fields: new Map(), items: [value, isThere] });
}

function bindPlace(place: Expression, given: Value, frame: Frame, machine: Machine): void {
  if (place.kind !== 'member' && place.kind !== 'index') {
    machine.evaluate(place, frame);
    return;
  }
  // The object outlives what has been shown here.
  const value = asShown(given, frame);
  const object = machine.evaluate(place.object, frame);
  const key = place.kind === 'member' ? place.property : constantOf(machine.evaluate(place.index, frame));
  for (const target of objectsWritten(object)) {
    if (typeof key !== 'string') target.rest = target.rest ? join(target.rest, value) : value;
    else {
      const known = target.fields.get(key);
      target.fields.set(key, known ? join(known, value) : value);
    }
  }
  if (typeof key !== 'string' || !WITHIN_HOST.has(key))
    writeThrough(place.object, object, value, frame, machine);
  if (typeof key === 'string') machine.emit(stored(frame, place, object, key, value));
}

const stored = (frame: Frame, lines: Lines, object: Value, name: string, value: Value) =>
  ({ kind: 'store', frame, lines, object, name, value }) as const;

function* objectsWritten(value: Value): Generator<HeapObject> {
  yield* value.objects;
  for (const target of value.targets) if (target.kind === 'class') yield target.statics;
}

/** What is stored in these leaves a URL at its host. */
const WITHIN_HOST = new Set(['pathname', 'search', 'hash', 'searchParams', 'Path', 'RawQuery', 'Fragment']);

/** What is stored in an object that is not the program's own, or unknown, is part of that object from then on. */
function writeThrough(place: Expression, object: Value, value: Value, frame: Frame, machine: Machine): void {
  if (place.kind !== 'name' || object.objects.length > 0 || value.taints.length === 0) return;
  if (place.name === 'this' || place.name === 'self') return;
  const merged = join(object, { ...derive(value, frame, machine, {}), targets: [] });
  machine.assign(place.name, merged, frame, false);
}

/** Binds a pattern to a value; `declares` makes names of the innermost scope. */
export function bindPattern(
  pattern: Pattern,
  value: Value,
  frame: Frame,
  machine: Machine,
  declares: boolean,
): void {
  if (pattern.kind === 'bind') {
    machine.assign(pattern.name, value, frame, declares);
    machine.emit({ kind: 'store', frame, lines: pattern, name: pattern.name, value });
  } else if (pattern.kind === 'fields') bindFields(pattern, value, frame, machine, declares);
  else if (pattern.kind === 'items') bindItems(pattern, value, frame, machine, declares);
  else bindPlace(pattern.place, value, frame, machine);
}
