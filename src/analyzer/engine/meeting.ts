import type { Flow } from './flow.js';
import { neutralize } from './taint.js';
import { join, type Value } from './value.js';

/** A variable with what its own branch has shown of it. */
function settled(value: Value, flow: Flow<Value>): Value {
  const bits = value.key === undefined || value.taints.length === 0 ? 0 : flow.neutralOf(value.key);
  return bits === 0 ? value : { ...value, taints: neutralize(value.taints, bits) };
}

/** Goes on where flows meet: each variable with what its own branch has shown of it. */
export const meet = (base: Flow<Value>, ends: readonly Flow<Value>[]): void => {
  base.meet(ends, join, settled);
};

/** Goes on after the parts of an expression, of which only some may have been read: variables that they set are kept. */
export const meetParts = (base: Flow<Value>, ends: readonly Flow<Value>[]): void => {
  base.meetVariables(ends, join, settled);
};
