import type { Lines } from '../../ir/program.js';
import type { Arguments, Frame } from '../frame.js';
import type { Caller } from '../machine.js';
import { findMethod } from './members.js';
import { join, objectValue, type HeapObject, type Value } from '../values/value.js';

/** Methods that the language calls by itself, by what makes it do so. */
const SPECIAL = {
  called: ['__call__'],
  entered: ['__enter__', '__aenter__'],
  indexed: ['__getitem__'],
  printed: ['__str__', '__format__', '__repr__', 'toString', '[Symbol.toPrimitive]'],
} as const;

/** The name under which a class holds the setter of a property: its getter may have the same name. */
export const setterName = (property: string): string => `${property}=`;

/** Runs the first of some methods that the class of an object has. */
function runFirst(
  object: HeapObject,
  names: readonly string[],
  args: Arguments,
  frame: Frame,
  lines: Lines,
  machine: Caller,
): Value | undefined {
  const info = object.class;
  if (!info) return undefined;
  for (const name of names) {
    const method = findMethod(info, name);
    if (method) return machine.run(method, args, frame, lines, objectValue(object));
  }
  return undefined;
}

/** What a method that the language calls by itself returns, joined over all objects; undefined without such a method. */
export function specialResult(
  value: Value,
  kind: keyof typeof SPECIAL,
  positional: readonly Value[],
  frame: Frame,
  lines: Lines,
  machine: Caller,
): Value | undefined {
  if (value.objects.length === 0) return undefined;
  let result: Value | undefined;
  for (const object of value.objects) {
    const args = { positional, named: new Map<string, Value>() };
    const returned = runFirst(object, SPECIAL[kind], args, frame, lines, machine);
    if (returned) result = result ? join(result, returned) : returned;
  }
  return result;
}

/** Runs the setters of a property that is assigned. */
export function runSetters(
  object: Value,
  property: string,
  value: Value,
  frame: Frame,
  lines: Lines,
  machine: Caller,
): void {
  for (const each of object.objects) {
    // A setter that assigns its own property again is not run again: it is running.
    const args = { positional: [value], named: new Map<string, Value>() };
    runFirst(each, [setterName(property)], args, frame, lines, machine);
  }
}
