import type { Expression, Lines, Pattern } from '../../ir/program.js';
import { replaceAny } from '../flow/changing.js';
import { withFacts, derive } from '../values/derive.js';
import { fill, keepFilled, noteWritten } from '../values/filled.js';
import { guarded, NO_GUARDS } from '../values/guards.js';
import { isLookedUp, itemAt, itemsBetween, resultAt } from '../values/list-items.js';
import type { Frame } from '../frame.js';
import type { Evaluator, Machine, Reporter, ValueFactory } from '../machine.js';
import { iterate } from '../values/objects.js';
import { partTaken } from './request-parts.js';
import { runSetters } from './special-methods.js';
import { assuming, certainly } from '../values/assumptions.js';
import { reasonOf } from '../values/reasons.js';
import { CLIENT_SOURCES, SanitizedFor, sanitize } from '../values/taint.js';
import {
  constantOf,
  join,
  objectValue,
  pathsOf,
  UNKNOWN,
  type HeapObject,
  type Scalar,
  type Value,
} from '../values/value.js';

/** The value to bind, joined with the default if there is one. `name` is the field for which the default is a fallback. */
function orDefault(
  value: Value | undefined,
  initial: Expression | undefined,
  frame: Frame,
  machine: Evaluator & Reporter,
  name?: Scalar,
): Value {
  if (!initial) return value ?? UNKNOWN;
  const other = machine.evaluate(initial, frame);
  if (typeof name === 'string') {
    const { line, endLine } = initial;
    const tried = [{ kind: 'name', name, line, endLine } as const];
    machine.emit({ kind: 'fallback', frame, lines: initial, tried, value: other });
  }
  return value ? join(value, other) : other;
}

/** The value under a pattern's key: an item of a list if the key is a number and no field has that name. */
function namedBy(
  name: Scalar | undefined,
  value: Value,
  lines: Lines,
  frame: Frame,
  machine: Evaluator & ValueFactory,
): Value {
  if (name === undefined) return iterate(value, frame, machine);
  if (typeof name === 'number' && !value.objects.some(({ fields }) => fields.has(String(name))))
    return itemAt(value, name, checksOfIndexes(value), frame, machine);
  return machine.member(value, String(name), frame, lines);
}

function bindFields(
  pattern: Extract<Pattern, { kind: 'fields' }>,
  value: Value,
  frame: Frame,
  machine: Machine,
  declares: boolean,
): void {
  const named: Scalar[] = [];
  for (const { key, value: target, default: initial } of pattern.fields) {
    const name = constantOf(machine.evaluate(key, frame));
    if (name !== undefined) named.push(name);
    const given = namedBy(name, value, pattern, frame, machine);
    const field = typeof name === 'string' ? partTaken(given, name, value, frame) : given;
    machine.bind(target, orDefault(field, initial, frame, machine, name), frame, declares);
  }
  if (pattern.rest) machine.bind(pattern.rest, withoutFields(value, named, frame, machine), frame, declares);
}

/** The rest of an object without some of its fields, or of a list without some of its items. */
function withoutFields(value: Value, named: readonly Scalar[], frame: Frame, machine: ValueFactory): Value {
  const indexes = named.filter((name) => typeof name === 'number');
  if (indexes.length > 0 && indexes.length === named.length) {
    const after = indexes.filter((position) => position < 0).length;
    return itemsBetween(value, { before: indexes.length - after, after }, frame, machine);
  }
  const names = new Set(named.map(String));
  const objects = value.objects.map((object): HeapObject => {
    const fields = new Map([...object.fields].filter(([name]) => !names.has(name)));
    return { ...object, id: machine.newId(), fields };
  });
  return { ...value, objects, ...(value.taints.length > 0 && { key: machine.newKey(value.key) }) };
}

/** Which checks of an item also count for the value that is destructured. */
const checksOfIndexes = (value: Value): number => (isLookedUp(value) ? SanitizedFor.URL : 0);

function bindItems(
  pattern: Extract<Pattern, { kind: 'items' }>,
  value: Value,
  frame: Frame,
  machine: Machine,
  declares: boolean,
): void {
  const count = pattern.items.length;
  pattern.items.forEach((item, position) => {
    if (!item) return;
    const each = isSeveral(value, frame)
      ? resultOf(value, position, count, machine)
      : itemAt(value, position, checksOfIndexes(value), frame, machine);
    const known = assumedItem(each, value, item.value);
    machine.bind(item.value, orDefault(known, item.default, frame, machine), frame, declares);
  });
  if (!pattern.rest) return;
  const rest = itemsBetween(value, { before: count, after: 0 }, frame, machine);
  machine.bind(pattern.rest, rest, frame, declares);
}

/** Whether a value is the result of an external call that is destructured into several results: `value, err`. */
const isSeveral = (value: Value, frame: Frame): boolean =>
  frame.scope.traits.severalResults && value.objects.every(({ items }) => !items);

/** The last of several results says whether the others are valid; each result is a value of its own. */
function resultOf(value: Value, position: number, count: number, machine: ValueFactory): Value {
  if (position > 0 && position === count - 1) return UNKNOWN;
  return count > 2 ? resultAt(value, position, machine) : value;
}

const ERROR = /^(?:\w*Err|err\w*)$/u;

/** A part of something that is missing under assumptions: it is missing too, and an error says so. */
function assumedItem(item: Value, { assumed, objects }: Value, pattern: Pattern): Value {
  if (!assumed || item.assumed || objects.some(({ items }) => items)) return item;
  if (certainly(assumed.value) !== false) return item;
  const isError = pattern.kind === 'bind' && ERROR.test(pattern.name);
  return assuming(item, isError ? true : null, reasonOf(assumed));
}

/** Expressions that return two values when two are requested: the second says whether the first exists. */
const PAIRS: ReadonlySet<Expression['kind']> = new Set(['index', 'member', 'cast', 'await']);

/** The value that is bound to a pattern: `value, ok := m[key]` binds a pair. */
export function bound(
  target: Pattern,
  from: Expression,
  value: Value,
  frame: Frame,
  machine: ValueFactory,
): Value {
  const { severalResults } = frame.scope.traits;
  if (!severalResults || target.kind !== 'items' || target.items.length !== 2 || !PAIRS.has(from.kind))
    return value;
  const isThere = guarded(UNKNOWN, value.guards ?? NO_GUARDS);
  return objectValue({ id: machine.newId(), fields: new Map(), items: [value, isThere] });
}

function bindTarget(target: Expression, given: Value, frame: Frame, machine: Machine): void {
  if (target.kind !== 'member' && target.kind !== 'index') {
    machine.evaluate(target, frame);
    return;
  }
  // The object outlives the facts that hold here.
  const value = withFacts(given, frame);
  const object = machine.evaluate(target.object, frame);
  const under = target.kind === 'index' ? machine.evaluate(target.index, frame) : undefined;
  const key = target.kind === 'member' ? target.property : constantOf(under);
  if (under) fill(object, under, frame);
  noteWritten(value, frame.scope.run);
  for (const written of objectsWritten(object)) {
    if (typeof key !== 'string') {
      written.rest = written.rest ? join(written.rest, value) : value;
      // An item with a known index may have been replaced.
      if (written.indexedCount !== undefined) written.indexedCount = 0;
      if (key === undefined) replaceAny(written);
    } else {
      const existing = written.fields.get(key);
      written.fields.set(key, existing ? join(existing, value) : value);
    }
  }
  const isWithin = typeof key === 'string' && WITHIN_HOST.has(key);
  writeThrough(target.object, object, isWithin ? withinHost(value) : value, frame, machine);
  if (typeof key === 'string') runSetters(object, key, value, frame, target, machine);
  if (typeof key === 'string') machine.emit(stored(frame, target, object, key, value));
  if (target.kind === 'index' && under) registerUnder(target, object, under, value, frame, machine);
}

/** `server.request_handlers[Request] = f`: a function that a library gets under a key, as by a call. */
function registerUnder(
  target: Extract<Expression, { kind: 'index' }>,
  object: Value,
  key: Value,
  value: Value,
  frame: Frame,
  machine: Machine,
): void {
  const { keyWriter } = frame.scope.traits;
  const paths = pathsOf(object);
  if (keyWriter === undefined || paths.length === 0 || !value.targets.some(({ kind }) => kind === 'closure'))
    return;
  const { line, endLine } = target;
  machine.call({
    kind: 'call',
    frame,
    node: { kind: 'call', callee: target.object, arguments: [], line, endLine },
    callee: UNKNOWN,
    names: paths.map((path) => `${path}.${keyWriter}`),
    method: keyWriter,
    receiver: object,
    arguments: { positional: [key, value], named: new Map() },
  });
}

const stored = (frame: Frame, lines: Lines, object: Value, name: string, value: Value) =>
  ({ kind: 'store', frame, lines, object, name, value }) as const;

function* objectsWritten(value: Value): Generator<HeapObject> {
  yield* value.objects;
  for (const target of value.targets) if (target.kind === 'class') yield target.statics;
}

/** Fields that leave the host of a URL unchanged when they are assigned. */
const WITHIN_HOST = new Set(['pathname', 'search', 'hash', 'searchParams', 'Path', 'RawQuery', 'Fragment']);
/**
 * Keeps only client-controlled taint, sanitized for URLs since the host stays the same; other taint is reported at the
 * write itself.
 */
const withinHost = (value: Value): Value => ({
  ...value,
  taints: sanitize(
    value.taints.filter(({ source }) => CLIENT_SOURCES.has(source.kind)),
    SanitizedFor.URL,
  ),
});

/** A value stored in an external or unknown object becomes part of that object. */
function writeThrough(
  target: Expression,
  object: Value,
  value: Value,
  frame: Frame,
  machine: Evaluator & ValueFactory,
): void {
  if (target.kind !== 'name' || object.objects.length > 0 || value.taints.length === 0) return;
  // Its static members hold it.
  if (object.targets.some(({ kind }) => kind === 'class')) return;
  if (target.name === 'this' || target.name === 'self') return;
  const merged = join(object, { ...derive(value, frame, machine, {}), targets: [] });
  keepFilled(object, merged, frame.scope.run);
  machine.assign(target.name, merged, frame, false);
}

/** A value that was joined from too much to have an identity gets one where it is named: what is checked is what is used. */
const withKey = (value: Value, machine: ValueFactory): Value =>
  value.key === undefined && value.taints.length > 0 ? { ...value, key: machine.newKey() } : value;

/** Binds a pattern to a value; with `declares`, names are declared in the innermost scope. */
export function bindPattern(
  pattern: Pattern,
  value: Value,
  frame: Frame,
  machine: Machine,
  declares: boolean,
): void {
  if (pattern.kind === 'bind') {
    const named = withKey(value, machine);
    machine.assign(pattern.name, named, frame, declares);
    machine.emit({ kind: 'store', frame, lines: pattern, name: pattern.name, value: named });
  } else if (pattern.kind === 'fields') bindFields(pattern, value, frame, machine, declares);
  else if (pattern.kind === 'items') bindItems(pattern, value, frame, machine, declares);
  else bindTarget(pattern.expression, value, frame, machine);
}
