import { chosenIn, isFilledData, isFilledObject } from './filled.js';
import type { RunState } from './run-state.js';
import { digestTaints } from './taint.js';
import { digestConstants } from './digest.js';
import type { HeapObject, Value } from './value.js';

/** More constants are not listed individually. */
const MAX_STATES = 2;
/** The maximum number of outer values described in full; of as many others, only the client-controlled parts are described. */
const MAX_DESCRIBED = 128;
/** The maximum depth of described objects. */
const MAX_STATE_DEPTH = 2;

/** The maximum number of values beyond those limits that are scanned for client-controlled parts. */
const MAX_SCANNED = 256;
/** The number of scanned values that cost as much as a described one. */
const SCANNED_PER_DESCRIBED = 8;

/** The remaining number of values to describe, and the number of values scanned. */
export interface StateBudget {
  readonly run: RunState;
  left: number;
  scanned: number;
  /** The scanned objects. */
  seen?: Set<HeapObject>;
}

export const stateBudget = (run: RunState): StateBudget => ({ run, left: MAX_DESCRIBED, scanned: 0 });

/** The number of values processed. */
export const spentOf = ({ left, scanned }: StateBudget): number =>
  MAX_DESCRIBED - left + scanned / SCANNED_PER_DESCRIBED;

/**
 * The client-controlled parts of an object beyond the limits, by field. If there are too many, the count of writes is
 * included instead, so that any write changes the state.
 */
function harmWithin(object: HeapObject, budget: StateBudget): string {
  const seen = (budget.seen ??= new Set());
  if (seen.has(object)) return '';
  seen.add(object);
  let text = isFilledObject(object) ? '+' : '';
  for (const [name, value] of object.fields) {
    const harm = harmOf(value, budget);
    if (harm !== '') text += `;${name}=${harm}`;
    if (budget.scanned > MAX_SCANNED) return `${text}!${budget.run.writes}`;
  }
  const { items, rest } = object;
  if (!rest && (items === undefined || items.length === 0)) return text;
  const parts = new Set<string>();
  for (const item of items ?? []) {
    parts.add(harmOf(item, budget));
    if (budget.scanned > MAX_SCANNED) return `${text}!${budget.run.writes}`;
  }
  if (rest) parts.add(harmOf(rest, budget));
  return text + joinParts(parts);
}

function harmOf({ taints, objects }: Value, budget: StateBudget): string {
  budget.scanned += 1;
  if (taints.length + objects.length === 0) return '';
  let text = taints.length === 0 ? '' : digestTaints(chosenIn(taints));
  for (const object of objects) {
    if (budget.scanned > MAX_SCANNED) return `${text}!${budget.run.writes}`;
    const harm = harmWithin(object, budget);
    if (harm !== '') text += `(${harm})`;
  }
  return text;
}

const joinParts = (parts: Set<string>): string => {
  parts.delete('');
  return [...parts].join('|');
};

/**
 * A text that is the same as long as an outer value behaves the same for a function that reads it. The run that created
 * an object, the number of objects of a kind, and numeric constants are left out: values that grow with each call would
 * make each call a new one.
 */
export const stateOf = (value: Value, run: RunState): string => stateWithBudget(value, stateBudget(run));

/** The same, within a given budget. */
export function stateWithBudget(value: Value, budget: StateBudget, depth = MAX_STATE_DEPTH): string {
  const { taints, constants, targets, objects } = value;
  let text = taints.length === 0 ? '' : digestTaints(taints);
  if (text !== '' && isFilledData(value, budget.run)) text += '+';
  if ((budget.left -= 1) < 0) return objects.length === 0 ? text : text + harmOf(value, budget);
  const listed = constants?.filter((each) => typeof each !== 'number');
  if (listed) text += listed.length <= MAX_STATES ? digestConstants(listed, budget.run) : 'k';
  const count = targets.length + objects.length;
  if (count === 0) return text;
  const only = objects[0];
  if (count === 1 && only) {
    const contained = stateOfObject(only, budget, depth);
    return contained === '' ? text : `${text}(${contained})`;
  }
  const parts = new Set<string>();
  for (const target of targets)
    if (target.kind === 'closure') parts.add(`f${budget.run.numberOf(target.function)}`);
    else if (target.kind === 'class')
      parts.add(`c${budget.run.numberOf(target.definition)}${stateWithin(target.statics, budget, depth)}`);
    // What calls outside have given is as little known as what is not known at all.
    else if (!target.path.endsWith('()')) parts.add(target.path);
  for (const object of objects) parts.add(stateOfObject(object, budget, depth));
  const held = joinParts(parts);
  return held === '' ? text : `${text}(${held})`;
}

const stateOfObject = (object: HeapObject, budget: StateBudget, depth: number): string =>
  budget.left < -MAX_DESCRIBED ? harmWithin(object, budget) : stateWithin(object, budget, depth);

function stateWithin(object: HeapObject, budget: StateBudget, depth: number): string {
  const { class: info, path = '', fields, items, rest } = object;
  let text = info ? `o${budget.run.numberOf(info.definition)}` : path;
  if (isFilledObject(object)) text += '+';
  if (depth === 0) return text + harmWithin(object, budget);
  // Over the keys: iterating over entries creates an array for each field, and this loop runs very often.
  for (const name of fields.keys()) {
    if (budget.left < -MAX_DESCRIBED) return text + harmWithin(object, budget);
    const value = fields.get(name);
    const state = value ? stateWithBudget(value, budget, depth - 1) : '';
    if (state !== '') text += `;${name}=${state}`;
  }
  if (!rest && (items === undefined || items.length === 0)) return text;
  const parts = new Set<string>();
  for (const item of items ?? []) {
    if (budget.left < -MAX_DESCRIBED) return text + harmWithin(object, budget);
    parts.add(stateWithBudget(item, budget, depth - 1));
  }
  if (rest) parts.add(stateWithBudget(rest, budget, depth - 1));
  const contained = joinParts(parts);
  return contained === '' ? text : `${text};${contained}`;
}
