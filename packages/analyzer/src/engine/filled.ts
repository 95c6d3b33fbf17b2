import { taintsHere } from './derive.js';
import type { Frame } from './machine.js';
import type { RunState } from './run-state.js';
import { CLIENT_SOURCES, SANITIZED_FOR_ALL, type Taint } from './taint.js';
import type { HeapObject, Value } from './value.js';
import { alternativesOf } from './value-keys.js';

/** What whoever runs the server has written into a file that is read before any client is served. */
export const isSetting = ({ source }: Taint): boolean => source.kind === 'file-content' && source.early;

/** What a client may have chosen among the sources of a value. */
export const chosenIn = (taints: readonly Taint[]): readonly Taint[] =>
  taints.length === 0 ? taints : taints.filter(({ source }) => CLIENT_SOURCES.has(source.kind));

/** Whether a client has chosen a value, and nothing has shown that it is one of the program's own. */
const isChosen = (value: Value, frame: Frame): boolean =>
  chosenIn(taintsHere(value, frame)).some(
    ({ sanitizedFor }) => (sanitizedFor & SANITIZED_FOR_ALL) !== SANITIZED_FOR_ALL,
  );

/** Notes that something was put into what was read from a file that a client has chosen. */
function note({ key, taints }: Value, { filled }: RunState): void {
  if (key === undefined) return;
  for (const { source } of taints) {
    const keys = filled.get(source) ?? new Set<string>();
    for (const each of alternativesOf(key)) keys.add(each);
    filled.set(source, keys);
  }
}

/** Something is put into a container, or under a key of it: that the container holds it shows nothing from then on. */
export function fill(container: Value, by: Value, frame: Frame): void {
  if (!isChosen(by, frame) && !by.objects.some(isFilledObject)) return;
  for (const object of container.objects) object.filled = true;
  note(container, frame.scope.run);
}

export const isFilledObject = ({ filled }: HeapObject): boolean => filled === true;

/** Whether something was put into what was read from a file. */
export const isFilledData = ({ taints, key }: Value, { filled }: RunState): boolean =>
  key !== undefined &&
  taints.some(({ source }) => {
    const keys = filled.get(source);
    return keys !== undefined && alternativesOf(key).some((each) => keys.has(each));
  });

/** Whether something was put into a container that a client has chosen. */
export const isFilled = (container: Value, run: RunState): boolean =>
  container.objects.some(isFilledObject) || isFilledData(container, run);

/** What takes the place of a container is filled as that is. */
export function keepFilled(container: Value, now: Value, run: RunState): void {
  if (isFilledData(container, run)) note(now, run);
}

/** So many objects are looked at in what is put into one. */
const MAX_LOOKED_AT = 32;

/** Whether a client may have chosen a value, or something that it holds. */
function holdsChosen({ taints, objects: held }: Value, seen: Set<HeapObject>): boolean {
  if (chosenIn(taints).length > 0) return true;
  const within = (value: Value): boolean => holdsChosen(value, seen);
  return held.some((object) => {
    if (seen.has(object) || seen.size >= MAX_LOOKED_AT) return false;
    seen.add(object);
    const { fields, items, rest } = object;
    return (
      [...fields.values()].some(within) ||
      items?.some(within) === true ||
      (rest !== undefined && within(rest))
    );
  });
}

/** Notes what is put into an object. */
export function noteWritten(value: Value, run: RunState): void {
  if (holdsChosen(value, new Set())) run.writes += 1;
}

/** Methods that put what they are given into what they are called on. */
const FILLING = new Set(['push', 'unshift', 'append', 'add', 'appendleft', 'extend', 'update', 'insert']);
/** Those of them whose first argument is the key under which something is put. */
const FILLING_BY_KEY = new Set(['set', 'setdefault', 'put']);

/** What a call of a method puts into what it is called on. */
export function fillByCall(
  container: Value,
  method: string,
  given: { readonly positional: readonly Value[]; readonly spread?: Value },
  frame: Frame,
): void {
  const isByKey = FILLING_BY_KEY.has(method);
  if (!isByKey && !FILLING.has(method) && method !== 'assign') return;
  const { run } = frame.scope;
  for (const value of given.positional) noteWritten(value, run);
  if (given.spread) noteWritten(given.spread, run);
  // `Object.assign(target, …)`
  if (method === 'assign') {
    const [target, ...others] = given.positional;
    if (target) for (const value of others) fill(target, value, frame);
    return;
  }
  const all = isByKey ? given.positional.slice(0, 1) : given.positional;
  for (const value of all) fill(container, value, frame);
  if (given.spread) fill(container, given.spread, frame);
}
