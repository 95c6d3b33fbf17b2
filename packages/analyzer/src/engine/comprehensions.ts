import { scopeWithin } from './frames.js';
import type { Comprehension } from '../ir/program.js';
import { taintsHere } from './derive.js';
import type { Frame, Machine } from './machine.js';
import { eachOf, knownEntries, walked } from './objects.js';
import { constantOf, join, objectValue, type HeapObject, type Value } from './value.js';
import { emitWalk } from './walks.js';

type Clause = Comprehension['clauses'][number];

/** What a comprehension makes of an item: for a dict, under which key. */
interface Made {
  readonly key?: Value;
  readonly value: Value;
}

/** Takes what the conditions of a clause show into account. */
function learnConditions({ conditions }: Clause, frame: Frame, machine: Machine): void {
  for (const condition of conditions) {
    const shown = machine.evaluate(condition, frame).guards;
    if (shown) machine.learn(shown.whenTrue, frame);
  }
}

/** Binds the target of a clause to any one item of what it walks. */
function bindEach(clause: Clause, iterable: Value, id: number, frame: Frame, machine: Machine): void {
  const each = eachOf(iterable, id, clause.conditions.length === 0, frame, machine);
  machine.bind(clause.target, each, frame, true);
  learnConditions(clause, frame, machine);
}

/** Reads the clauses of a comprehension from a place on, and then what it makes. */
function read(node: Comprehension, from: number, id: number, frame: Frame, machine: Machine): Made {
  for (const clause of node.clauses.slice(from)) {
    const iterable = machine.evaluate(clause.iterable, frame);
    emitWalk(node, clause.iterable, iterable, frame, machine);
    bindEach(clause, walked(iterable, frame, machine), id, frame, machine);
  }
  const key = node.key && machine.evaluate(node.key, frame);
  const value = machine.evaluate(node.value, frame);
  return { ...(key && { key }), value: { ...value, taints: taintsHere(value, frame) } };
}

/** A frame for one item: it has variables and objects of its own. Walks within it are not followed item by item. */
export function frameOfItem(frame: Frame, exit: Frame['exits'][number], machine: Machine): Frame {
  const { scope } = frame;
  return {
    ...frame,
    scope: scopeWithin(scope, machine.newId(), scope.flow.fork()),
    exits: [...frame.exits, exit],
  };
}

/** Joins what an object may hold anywhere with another value. */
function keepAnywhere(object: HeapObject, value: Value): void {
  object.rest = object.rest
    ? { ...join(object.rest, value), ...(value.guards && { guards: value.guards }) }
    : value;
}

/** Keeps what was made of all items: in their places, or under their keys. */
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
 * Reads a comprehension. A short list or dict that is known is walked item by item: what is made of each of them, a tool that
 * is declared for each name, is distinguished.
 */
export function comprehension(node: Comprehension, frame: Frame, machine: Machine): Value {
  const object = machine.allocate(node, frame);
  const [first] = node.clauses;
  // What its conditions show holds within it alone.
  const base = frame.scope.flow;
  frame.scope.flow = base.fork();
  const iterable = first ? machine.evaluate(first.iterable, frame) : undefined;
  const entries =
    iterable && frame.exits.length === 0 ? knownEntries(walked(iterable, frame, machine), frame) : undefined;
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
      bindEach(first, walked(iterable, frame, machine), object.id, frame, machine);
    }
    keepAnywhere(object, read(node, 1, object.id, frame, machine).value);
  }
  frame.scope.flow = base;
  return objectValue(object);
}
