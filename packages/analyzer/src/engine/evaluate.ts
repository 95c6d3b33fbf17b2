import type { Assign, Call, Expression, Lines, ListLiteral, ObjectLiteral, Text } from '../ir/program.js';
import { annotationValue } from './annotations.js';
import { readArguments, taggedArguments } from './arguments.js';
import { bound } from './bind.js';
import { constructorOf } from './calls.js';
import { isOpen, replaceAny } from './changing.js';
import { resultPath } from './canonical-path.js';
import { comprehension } from './comprehensions.js';
import { asShown, derive, taintsHere } from './derive.js';
import { anyVariable, chosenVariable, isEnvironment, withEnvironment } from './environment.js';
import { fill, fillByCall } from './filled.js';
import type { Flow } from './flow.js';
import { guarded, truthOf } from './guards.js';
import { firstOf, itemAt, moveItems } from './list-items.js';
import type { Arguments, Frame, Machine } from './machine.js';
import { isNotKnown } from './lone-methods.js';
import { mergeParts, shownHere } from './merging.js';
import { isTrusted, lookedUp, noteDefaults } from './membership.js';
import { iterate, MAX_ITEMS, noteYielded, partOfList, asIterable } from './objects.js';
import { awaited } from './pending.js';
import { augmented, evaluateOperation } from './operations.js';
import { specialResult } from './special-methods.js';
import { CLIENT_SOURCES, SanitizedFor } from './taint.js';
import { emitLiteral } from './literal-events.js';
import { concatenate, emitText } from './texts.js';
import { worstMember } from './unknown-members.js';
import { emitWalk } from './walks.js';
import {
  constantOf,
  constantValue,
  externalValue,
  join,
  joinAll,
  objectValue,
  pathsOf,
  targetValue,
  UNKNOWN,
  type ClassInfo,
  type Closure,
  type HeapObject,
  type Scalar,
  type Value,
} from './value.js';

type Evaluate<Kind extends Expression['kind']> = (
  node: Extract<Expression, { kind: Kind }>,
  frame: Frame,
  machine: Machine,
) => Value;

/**
 * Sets the fields of an object literal. Later entries replace earlier ones; evaluating a node again adds to the object
 * it made before.
 */
function writerOf(object: HeapObject): (key: string, value: Value) => void {
  const before = new Map(object.fields);
  return (key, value) => {
    const known = before.get(key);
    object.fields.set(key, known ? join(known, value) : value);
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
    const held = value.objects.flatMap(({ fields }) => fields.get(key) ?? []);
    const isReplaced = certain && held.length === value.objects.length;
    const other = isReplaced ? undefined : object.fields.get(key);
    write(key, joinAll(other ? [other, ...held] : held));
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

function objectLiteral(node: ObjectLiteral, frame: Frame, machine: Machine): Value {
  const named = nameOfType(node.type);
  const type = named ? machine.evaluate(named, frame) : UNKNOWN;
  const info = type.targets.find((target) => target.kind === 'class');
  const [path] = pathsOf(type);
  const object = machine.allocate(node, frame, {
    lines: new Map<string, number>(),
    ...(info && { class: info }),
    ...(path !== undefined && { path: resultPath(path) }),
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
    const value = asShown(machine.evaluate(entry.value, frame), frame);
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

function listLiteral(node: ListLiteral, frame: Frame, machine: Machine): Value {
  const site = { file: frame.module, lines: node };
  const object = machine.allocate(node, frame, { items: [], site });
  const items: Value[] = [];
  // Whether the list may have no item before this one.
  let isOpen = true;
  for (const item of node.items) {
    const given = asShown(machine.evaluate(item.value, frame), frame);
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

/** JavaScript's `super(…)` runs the constructor of the base class. */
function constructBases(bases: Value, given: Arguments, frame: Frame, node: Call, machine: Machine): void {
  for (const { class: info } of bases.objects) {
    const constructor = info && constructorOf(info);
    if (constructor) machine.run(constructor, given, frame, node, frame.self);
  }
}

const isOurs = ({ targets }: Value): boolean => targets.some(({ kind }) => kind === 'closure');

/**
 * A method of a value. Once all classes are defined, a name that only one class has resolves to its method if nothing
 * else is known about the receiver.
 */
function methodOf(receiver: Value, name: string, frame: Frame, lines: Lines, machine: Machine): Value {
  const method = machine.member(receiver, name, frame, lines);
  if (frame.entry.kind === 'module' || !isNotKnown(receiver) || !isNotKnown(method)) return method;
  return machine.loneMethod(name) ?? method;
}

function evaluateCall(node: Call, frame: Frame, machine: Machine): Value {
  const { callee: target } = node;
  const receiver = target.kind === 'member' ? machine.evaluate(target.object, frame) : undefined;
  const callee =
    receiver && target.kind === 'member'
      ? methodOf(receiver, target.property, frame, target, machine)
      : machine.evaluate(target, frame);
  const [template] = node.arguments;
  const given =
    node.tagged && template && isOurs(callee)
      ? taggedArguments(template.value, frame, machine)
      : readArguments(node.arguments, frame, machine);
  if (receiver && target.kind === 'member') fillByCall(receiver, target.property, given, frame);
  if (target.kind === 'name' && target.name === 'super' && frame.owner) {
    if (frame.scope.traits.superIsObject) return callee;
    constructBases(callee, given, frame, node, machine);
  }
  const names = pathsOf(callee);
  const result = machine.call({
    kind: 'call',
    frame,
    node,
    callee,
    names,
    method: target.kind === 'member' ? target.property : undefined,
    receiver,
    arguments: given,
  });
  noteDefaults(names, result, frame);
  if (receiver && target.kind === 'member') moveItems(receiver, target.property);
  return result;
}

function assign(node: Assign, frame: Frame, machine: Machine): Value {
  let value = machine.evaluate(node.value, frame);
  const { target, operator } = node;
  // `_, _ = f()` of Go: the error is ignored.
  if (target.kind === 'items' && target.items.length > 0 && target.items.every((item) => !item)) {
    const tried = [
      { kind: 'expression', line: node.line, endLine: node.endLine, expression: node.value } as const,
    ];
    machine.emit({ kind: 'catch', frame, lines: node, tried, types: [], handling: [] });
  }
  if (operator !== undefined) {
    const before =
      target.kind === 'target'
        ? machine.evaluate(target.expression, frame)
        : target.kind === 'bind'
          ? machine.lookup(target.name, frame)
          : UNKNOWN;
    value = augmented(node, before, value, frame, machine);
  }
  machine.bind(target, bound(target, node.value, value, frame, machine), frame, false);
  return value;
}

const text: Evaluate<'text'> = (node: Text, frame, machine) => {
  const parts = node.parts.map((part) => machine.evaluate(part, frame));
  return emitText(concatenate(parts, frame, machine), frame, node, machine);
};

/** An element by an index that is not a constant name. */
const index: Evaluate<'index'> = (node, frame, machine) => {
  const object = machine.evaluate(node.object, frame);
  const key = machine.evaluate(node.index, frame);
  const annotation = annotationValue(node, object, frame, machine);
  if (annotation) return annotation;
  const special = specialResult(object, 'indexed', [key], frame, node, machine);
  if (special) return special;
  const constant = constantOf(key);
  if (typeof constant === 'string') return machine.member(object, constant, frame, node);
  if (isEnvironment(object) && !key.constants) {
    chosenVariable(node, object, key, frame, machine);
    return anyVariable;
  }
  if (typeof constant === 'number') {
    // The result of an external call may be a URL, with this as its host part.
    const isGiven = object.targets.some(({ kind }) => kind === 'external');
    return itemAt(object, constant, isGiven ? SanitizedFor.URL : 0, frame, machine);
  }
  if (key.constants && key.constants.length > 1)
    return joinAll(
      key.constants.map((each) =>
        typeof each === 'number'
          ? itemAt(object, each, 0, frame, machine)
          : machine.member(object, String(each), frame, node),
      ),
    );
  return worstMember(object) ?? found(iterate(object, frame, machine), object, key, frame, machine);
};

/** What an object that the program made holds under an unknown key; a hit implies that the key is one of the program's own. */
function found(value: Value, object: Value, key: Value, frame: Frame, machine: Machine): Value {
  if (object.objects.length === 0 && object.taints.length === 0) return value;
  if (!isTrusted(object)) return value;
  const guards = lookedUp(key, object, frame);
  if (frame.scope.traits.missingKeysRaise) {
    machine.learn(guards.whenTrue, frame);
    return value;
  }
  const { constants } = value;
  return guarded({ ...value, ...(constants?.length === 1 && { constants: [...constants, null] }) }, guards);
}

/** The parts of constant texts between known bounds; a third bound is a step. */
const partOfTexts = (
  { constants }: Value,
  bounds: readonly (Scalar | undefined)[],
): readonly Scalar[] | undefined => {
  const [from = 0, to, ...others] = bounds.map((bound) => bound ?? undefined);
  const isKnown = typeof from === 'number' && (to === undefined || typeof to === 'number');
  return isKnown && others.length === 0 && constants?.every((each) => typeof each === 'string') === true
    ? constants.map((each) => each.slice(from, to))
    : undefined;
};

/** A part this short identifies whose secret it is, but does not reveal it. */
const SHORT = 8;

/** Whether the slice `text[from:to]` is short. */
function isShort([from, to]: readonly (Scalar | undefined)[]): boolean {
  if (typeof to === 'number' && to >= 0) return to - (typeof from === 'number' ? from : 0) <= SHORT;
  return to === undefined && typeof from === 'number' && from < 0 && -from <= SHORT;
}

/** How each kind of expression is evaluated. */
export const EVALUATE: { readonly [Kind in Expression['kind']]: Evaluate<Kind> } = {
  constant: (node) => constantValue(node.value),
  name: (node, frame, machine) => withEnvironment(machine.lookup(node.name, frame), frame, node, machine),
  member: (node, frame, machine) => {
    const object = machine.evaluate(node.object, frame);
    return machine.member(object, node.property, frame, node);
  },
  index,
  slice: (node, frame, machine) => {
    const object = machine.evaluate(node.object, frame);
    const bounds = node.bounds.map((bound) => constantOf(machine.evaluate(bound, frame)));
    const how =
      isShort(bounds) && frame.scope.traits.slicesTexts ? { sanitizedFor: SanitizedFor.SECRET } : {};
    const { objects } = partOfList(object, bounds, frame, machine);
    const { constants: _, ...rest } = { ...object, ...derive(object, frame, machine, how) };
    const constants = partOfTexts(object, bounds);
    return { ...rest, ...(constants && { constants }), objects, targets: [] };
  },
  call: evaluateCall,
  text,
  operation: evaluateOperation,
  choice: (node, frame, machine) => {
    const shown = truthOf(machine.evaluate(node.test, frame), machine);
    const base = frame.scope.flow;
    const ends: Flow<Value>[] = [];
    const branch = (side: Expression, facts: 'whenTrue' | 'whenFalse'): Value => {
      frame.scope.flow = base.fork();
      if (shown) machine.learn(shown[facts], frame);
      const { alive } = frame;
      const value = machine.evaluate(side, frame);
      const taints = taintsHere(value, frame);
      ends.push(frame.scope.flow);
      frame.scope.flow = base;
      frame.alive = alive;
      return taints === value.taints ? value : { ...value, taints };
    };
    const value = join(branch(node.then, 'whenTrue'), branch(node.otherwise, 'whenFalse'));
    mergeParts(base, ends);
    return value;
  },
  object: objectLiteral,
  list: listLiteral,
  function: (node, frame, machine) => {
    const closure: Closure = {
      kind: 'closure',
      function: node.function,
      scope: frame.scope,
      ...(node.function.arrow && frame.self && { self: frame.self }),
      ...(node.function.arrow && frame.owner && { owner: frame.owner }),
    };
    machine.registerClosure(closure);
    return targetValue(closure);
  },
  class: (node, frame, machine) => machine.defineClass(node.class, frame),
  assign,
  comprehension,
  regex: (node) => ({
    ...externalValue('RegExp()'),
    regex: { pattern: node.pattern, flags: node.flags },
  }),
  sequence: (node, frame, machine) =>
    node.expressions.reduce<Value>((_, each) => machine.evaluate(each, frame), UNKNOWN),
  await: (node, frame, machine) => awaited(machine.evaluate(node.value, frame), frame, machine),
  yield: (node, frame, machine) => {
    const value = node.value ? machine.evaluate(node.value, frame) : UNKNOWN;
    noteYielded(value, frame);
    frame.returns.push({ value, facts: shownHere(frame) });
    return UNKNOWN;
  },
  cast: (node, frame, machine) => machine.typed(machine.evaluate(node.value, frame), node.type, frame),
  unknown: (node, frame, machine) => {
    const parts = node.parts.map((part) => machine.evaluate(part, frame));
    return parts.length === 0 ? UNKNOWN : { ...UNKNOWN, taints: joinAll(parts).taints };
  },
};
