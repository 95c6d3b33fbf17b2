import { scopeWithin } from '../calls/frames.js';
import type { Comprehension } from '../../ir/program.js';
import { taintsHere } from '../values/derive.js';
import type { Frame } from '../frame.js';
import type { Evaluator, FactStore, Machine, ValueFactory } from '../machine.js';
import { eachOf, knownEntries, asIterable } from '../values/objects.js';
import { constantOf, join, objectValue, type HeapObject, type Value } from '../values/value.js';
import { emitWalk } from '../flow/walks.js';

type Clause = Comprehension['clauses'][number];

/** The result of a comprehension for one item: for a dict, with its key. */
interface Made {
  readonly key?: Value;
  readonly value: Value;
}

/** Applies the facts that the conditions of a clause imply. */
function learnConditions({ conditions }: Clause, frame: Frame, machine: Evaluator & FactStore): void {
  for (const condition of conditions) {
    const established = machine.evaluate(condition, frame).guards;
    if (established) machine.learn(established.whenTrue, frame);
  }
}

/** Binds the target of a clause to any item of its iterable. */
function bindEach(clause: Clause, iterable: Value, id: number, frame: Frame, machine: Machine): void {
  const each = eachOf(iterable, id, clause.conditions.length === 0, frame, machine);
  machine.bind(clause.target, each, frame, true);
  learnConditions(clause, frame, machine);
}

/** Evaluates the clauses of a comprehension from an index on, and then its result. */
function read(node: Comprehension, from: number, id: number, frame: Frame, machine: Machine): Made {
  for (const clause of node.clauses.slice(from)) {
    const iterable = machine.evaluate(clause.iterable, frame);
    emitWalk(node, clause.iterable, iterable, frame, machine);
    bindEach(clause, asIterable(iterable, frame, machine), id, frame, machine);
  }
  const key = node.key && machine.evaluate(node.key, frame);
  const value = machine.evaluate(node.value, frame);
  return { ...(key && { key }), value: { ...value, taints: taintsHere(value, frame) } };
}

/** A frame for one item, with variables and objects of its own. Nested iterations are not unrolled. */
export function frameOfItem(frame: Frame, exit: Frame['exits'][number], machine: ValueFactory): Frame {
  const { scope } = frame;
  return {
    ...frame,
    scope: scopeWithin(scope, machine.newId(), scope.flow.fork()),
    exits: [...frame.exits, exit],
  };
}

/** Joins a value into what an object may hold under any key. */
function keepAnywhere(object: HeapObject, value: Value): void {
  object.rest = object.rest
    ? { ...join(object.rest, value), ...(value.guards && { guards: value.guards }) }
    : value;
}

/** Collects the results of all items, by index or by key. */
function keepAtIndexes(object: HeapObject, all: readonly Made[]): void {
  if (all.every(({ key }) => !key)) {
    object.items = all.map(({ value }) => value);
    return;
  }
  for (const { key, value } of all) {
    const name = key && constantOf(key);
    if (name === undefined || name === null) keepAnywhere(object, value);
    else object.fields.set(String(name), value);
  }
}

/**
 * Evaluates a comprehension. A short list or dict with known items is unrolled item by item, which distinguishes the
 * results: tools that are declared in a loop over their names, for example.
 */
export function comprehension(node: Comprehension, frame: Frame, machine: Machine): Value {
  const object = machine.allocate(node, frame);
  const [first] = node.clauses;
  // Facts from its conditions hold only inside the comprehension.
  const base = frame.scope.flow;
  frame.scope.flow = base.fork();
  const iterable = first ? machine.evaluate(first.iterable, frame) : undefined;
  const entries =
    iterable && frame.exits.length === 0
      ? knownEntries(asIterable(iterable, frame, machine), frame)
      : undefined;
  if (first && entries && entries.length > 1) {
    const all = entries.map(([, item]) => {
      const inner = frameOfItem(frame, { breaks: [], continues: [] }, machine);
      machine.bind(first.target, item, inner, true);
      learnConditions(first, inner, machine);
      return read(node, 1, object.id, inner, machine);
    });
    if (node.clauses.length === 1 && first.conditions.length === 0) keepAtIndexes(object, all);
    else for (const { value } of all) keepAnywhere(object, value);
  } else {
    if (first && iterable) {
      emitWalk(node, first.iterable, iterable, frame, machine);
      bindEach(first, asIterable(iterable, frame, machine), object.id, frame, machine);
    }
    keepAnywhere(object, read(node, 1, object.id, frame, machine).value);
  }
  frame.scope.flow = base;
  return objectValue(object);
}
