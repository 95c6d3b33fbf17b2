import { join, type Scope, type Value } from './value.js';

/**
 * Assigns a variable.
 * @param declares whether the variable is one of this scope; otherwise it is that of the nearest one that has it
 */
export function assignIn(own: Scope, name: string, value: Value, declares: boolean): void {
  if (!declares)
    for (let scope: Scope | undefined = own; scope; scope = scope.parent) {
      const existing = scope.flow.get(name);
      if (!existing) continue;
      // Another function's variable: by the time that function continues, the write may or may not have happened.
      scope.flow.set(name, scope === own ? value : join(existing, value));
      return;
    }
  own.flow.set(name, value);
}
