import type { FunctionDefinition } from '../ir/program.js';
import { canonicalPath } from './canonical-path.js';
import type { Frame, Machine } from './machine.js';
import { externalValue, join, objectValue, targetValue, type Closure, type Value } from './value.js';

/** A name that the program does not declare: a built-in one, or one that `from x import *` brings. */
export function undeclared(name: string, frame: Frame, machine: Machine): Value {
  if (name === 'arguments' && frame.given && frame.scope.traits.listsArguments) {
    const { positional: items, spread: rest } = frame.given;
    return objectValue({
      id: machine.newId(),
      fields: new Map(),
      items: [...items],
      ...(rest && { rest }),
    });
  }
  let { scope } = frame;
  while (scope.parent) scope = scope.parent;
  return (scope.stars ?? []).reduce(
    (all, module) => join(all, externalValue(canonicalPath(`${module}.${name}`))),
    externalValue(canonicalPath(name)),
  );
}

/** What other files of a package, for other systems, define under the name of a function: it may be any of them. */
export const variantsOf = (
  known: Value | undefined,
  definition: FunctionDefinition,
  { scope }: Frame,
): Value[] =>
  (known?.targets ?? [])
    .filter(
      (target) =>
        target.kind === 'closure' &&
        target.function !== definition &&
        target.scope !== scope &&
        target.scope.flow === scope.flow,
    )
    .map(targetValue);

/** The methods that files for other systems define under the name of a method, without that method itself. */
export function otherMethods(
  known: Closure | undefined,
  definition: FunctionDefinition,
): Closure | undefined {
  if (!known) return undefined;
  const { variant: next, ...only } = known;
  const others = otherMethods(next, definition);
  return known.function === definition ? others : { ...only, ...(others && { variant: others }) };
}
