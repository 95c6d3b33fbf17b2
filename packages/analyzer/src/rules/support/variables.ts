import type { Frame } from '../../engine/frame.js';
import type { Scope, Value } from '../../engine/values/value.js';

/** The value of a variable in a frame, if the engine knows it. */
export function variableOf(name: string, frame: Frame): Value | undefined {
  for (let scope: Scope | undefined = frame.scope; scope; scope = scope.parent) {
    const value = scope.flow.get(name);
    if (value) return value;
  }
  return undefined;
}
