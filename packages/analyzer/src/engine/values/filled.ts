import { taintsHere } from './derive.js';
import type { Frame } from '../frame.js';
import type { RunState } from './run-state.js';
import { CLIENT_SOURCES, SANITIZED_FOR_ALL, type Taint } from './taint.js';
import type { HeapObject, Value } from './value.js';
import { alternativesOf } from './value-keys.js';

/** Data that the operator has written into a file, which is read before any client is served. */
export const isSetting = ({ source }: Taint): boolean => source.kind === 'file-content' && source.early;

/** The sources of a value that a client may control. */
export function chosenIn(taints: readonly Taint[]): readonly Taint[] {
  if (taints.length === 0) return taints;
  // Mostly all of them are, or none is: neither needs a new list.
  let count = 0;
  for (const { source } of taints) if (CLIENT_SOURCES.has(source.kind)) count += 1;
  if (count === taints.length) return taints;
  return count === 0 ? NONE : taints.filter(({ source }) => CLIENT_SOURCES.has(source.kind));
}

const NONE: readonly Taint[] = [];

/** Whether a client controls a value that no check has shown to be one of the program's own. */
const isChosen = (value: Value, frame: Frame): boolean =>
  chosenIn(taintsHere(value, frame)).some(
    ({ sanitizedFor }) => (sanitizedFor & SANITIZED_FOR_ALL) !== SANITIZED_FOR_ALL,
  );

/** Records, by the sources of a container, that a client-controlled item or key was inserted into it. */
function note({ key, taints }: Value, { filled }: RunState): void {
  if (key === undefined) return;
  for (const { source } of taints) {
    const keys = filled.get(source) ?? new Set<string>();
    for (const each of alternativesOf(key)) keys.add(each);
    filled.set(source, keys);
  }
}

/**
 * Records an insertion into a container.
 * @param by the item or key inserted: if a client controls it, membership no longer sanitizes a value
 */
export function fill(container: Value, by: Value, frame: Frame): void {
  if (!isChosen(by, frame) && !by.objects.some(isFilledObject)) return;
  for (const object of container.objects) object.filled = true;
  note(container, frame.scope.run);
}

export const isFilledObject = ({ filled }: HeapObject): boolean => filled === true;

/** Whether a client-controlled item or key was inserted into data read from a source, such as a file. */
export const isFilledData = ({ taints, key }: Value, { filled }: RunState): boolean =>
  key !== undefined &&
  taints.some(({ source }) => {
    const keys = filled.get(source);
    return keys !== undefined && alternativesOf(key).some((each) => keys.has(each));
  });

/** Whether a client-controlled item or key was inserted into a container. */
export const isFilled = (container: Value, run: RunState): boolean =>
  container.objects.some(isFilledObject) || isFilledData(container, run);

/** A value that replaces a container inherits its filled state. */
export function keepFilled(container: Value, now: Value, run: RunState): void {
  if (isFilledData(container, run)) note(now, run);
}

/** The maximum number of objects examined in an inserted value. */
const MAX_EXAMINED = 32;

/** Whether a client may control a value, or something that it holds. */
function holdsChosen({ taints, objects: contained }: Value, seen: Set<HeapObject>): boolean {
  if (chosenIn(taints).length > 0) return true;
  const within = (value: Value): boolean => holdsChosen(value, seen);
  return contained.some((object) => {
    if (seen.has(object) || seen.size >= MAX_EXAMINED) return false;
    seen.add(object);
    const { fields, items, rest } = object;
    return (
      [...fields.values()].some(within) ||
      items?.some(within) === true ||
      (rest !== undefined && within(rest))
    );
  });
}

/** Whether a client may control a value, or something that it holds. */
export const isOfClient = (value: Value): boolean => holdsChosen(value, new Set());

/** Counts a write of a client-controlled value into an object. */
export function noteWritten(value: Value, run: RunState): void {
  if (isOfClient(value)) run.writes += 1;
}

/** Methods that insert their arguments into the receiver. */
const FILLING = new Set(['push', 'unshift', 'append', 'add', 'appendleft', 'extend', 'update', 'insert']);
/** Methods that insert under a key, which is their first argument. */
const FILLING_BY_KEY = new Set(['set', 'setdefault', 'put']);

/** Records what a method call inserts into its receiver. */
export function fillByCall(
  container: Value,
  method: string,
  args: { readonly positional: readonly Value[]; readonly spread?: Value },
  frame: Frame,
): void {
  const isByKey = FILLING_BY_KEY.has(method);
  if (!isByKey && !FILLING.has(method) && method !== 'assign') return;
  const { run } = frame.scope;
  for (const value of args.positional) noteWritten(value, run);
  if (args.spread) noteWritten(args.spread, run);
  // `Object.assign(target, …)`
  if (method === 'assign') {
    const [target, ...others] = args.positional;
    if (target) for (const value of others) fill(target, value, frame);
    return;
  }
  const all = isByKey ? args.positional.slice(0, 1) : args.positional;
  for (const value of all) fill(container, value, frame);
  if (args.spread) fill(container, args.spread, frame);
}
