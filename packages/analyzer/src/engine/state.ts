import { chosenIn, isFilledData, isFilledObject } from './filled.js';
import type { RunState } from './run-state.js';
import { digestTaints } from './taint.js';
import { digestConstants, type HeapObject, type Value } from './value.js';

/** More constants are not listed one by one. */
const MAX_STATES = 2;
/** So many values are looked at in what is reached from outside; of as many others only whether they are harmful. */
const MAX_LOOKED_AT = 128;
/** So deep are objects looked into. */
const MAX_STATE_DEPTH = 2;

/** So many values that lie deeper, or are more, are looked at for what clients have chosen. */
const MAX_SCANNED = 256;
/** So many of those are looked at in the time in which one is that is told. */
const SCANNED_A_LOOK = 8;

/** How many values may still be looked at, and how many others have been. */
export interface Looks {
  readonly run: RunState;
  left: number;
  scanned: number;
  /** The objects among those others. */
  seen?: Set<HeapObject>;
}

export const looks = (run: RunState): Looks => ({ run, left: MAX_LOOKED_AT, scanned: 0 });

/** How many have been looked at. */
export const looked = ({ left, scanned }: Looks): number => MAX_LOOKED_AT - left + scanned / SCANNED_A_LOOK;

/** What a client has chosen in an object of which nothing else is told, by where it is. Where that is too much, any write may matter. */
function harmWithin(object: HeapObject, allowance: Looks): string {
  const seen = (allowance.seen ??= new Set());
  if (seen.has(object)) return '';
  seen.add(object);
  let text = isFilledObject(object) ? '+' : '';
  for (const [name, value] of object.fields) {
    const harm = harmOf(value, allowance);
    if (harm !== '') text += `;${name}=${harm}`;
    if (allowance.scanned > MAX_SCANNED) return `${text}!${allowance.run.writes}`;
  }
  const { items, rest } = object;
  if (!rest && (items === undefined || items.length === 0)) return text;
  const parts = new Set<string>();
  for (const item of items ?? []) {
    parts.add(harmOf(item, allowance));
    if (allowance.scanned > MAX_SCANNED) return `${text}!${allowance.run.writes}`;
  }
  if (rest) parts.add(harmOf(rest, allowance));
  return text + joinParts(parts);
}

function harmOf({ taints, objects }: Value, allowance: Looks): string {
  allowance.scanned += 1;
  let text = digestTaints(chosenIn(taints));
  for (const object of objects) {
    if (allowance.scanned > MAX_SCANNED) return `${text}!${allowance.run.writes}`;
    const harm = harmWithin(object, allowance);
    if (harm !== '') text += `(${harm})`;
  }
  return text;
}

const joinParts = (parts: Set<string>): string => {
  parts.delete('');
  return [...parts].join('|');
};

/**
 * A text that is the same for what a function may read besides its arguments as long as it behaves the same. Which run made a
 * thing does not count, nor how many of a kind there are, nor numbers: what grows with each call would make each call a new one.
 */
export const stateOf = (value: Value, run: RunState): string => stateWithLooks(value, looks(run));

/** The same, within an allowance of looks. */
export function stateWithLooks(value: Value, allowance: Looks, depth = MAX_STATE_DEPTH): string {
  const { taints, constants, targets, objects } = value;
  let text = digestTaints(taints);
  if (taints.length > 0 && isFilledData(value, allowance.run)) text += '+';
  if ((allowance.left -= 1) < 0) return objects.length === 0 ? text : text + harmOf(value, allowance);
  const described = constants?.filter((each) => typeof each !== 'number');
  if (described) text += described.length <= MAX_STATES ? digestConstants(described, allowance.run) : 'k';
  if (targets.length + objects.length === 0) return text;
  const parts = new Set<string>();
  for (const target of targets)
    if (target.kind === 'closure') parts.add(`f${allowance.run.numberOf(target.function)}`);
    else if (target.kind === 'class')
      parts.add(
        `c${allowance.run.numberOf(target.definition)}${stateWithin(target.statics, allowance, depth)}`,
      );
    // What calls outside have given is as little known as what is not known at all.
    else if (!target.path.endsWith('()')) parts.add(target.path);
  for (const object of objects) {
    parts.add(
      allowance.left < -MAX_LOOKED_AT ? harmWithin(object, allowance) : stateWithin(object, allowance, depth),
    );
  }
  const held = joinParts(parts);
  return held === '' ? text : `${text}(${held})`;
}

function stateWithin(object: HeapObject, allowance: Looks, depth: number): string {
  const { class: info, path = '', fields, items, rest } = object;
  let text = info ? `o${allowance.run.numberOf(info.definition)}` : path;
  if (isFilledObject(object)) text += '+';
  if (depth === 0) return text + harmWithin(object, allowance);
  for (const [name, value] of fields) {
    if (allowance.left < -MAX_LOOKED_AT) return text + harmWithin(object, allowance);
    const state = stateWithLooks(value, allowance, depth - 1);
    if (state !== '') text += `;${name}=${state}`;
  }
  if (!rest && (items === undefined || items.length === 0)) return text;
  const parts = new Set<string>();
  for (const item of items ?? []) {
    if (allowance.left < -MAX_LOOKED_AT) return text + harmWithin(object, allowance);
    parts.add(stateWithLooks(item, allowance, depth - 1));
  }
  if (rest) parts.add(stateWithLooks(rest, allowance, depth - 1));
  const held = joinParts(parts);
  return held === '' ? text : `${text};${held}`;
}
