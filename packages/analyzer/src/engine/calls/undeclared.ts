import type { FunctionDefinition } from '../../ir/program.js';
import type { Frame } from '../frame.js';
import type { ValueFactory } from '../machine.js';
import { externalValue, join, objectValue, targetValue, type Closure, type Value } from '../values/value.js';

/** A name that the program does not declare: a built-in one, or one that `from x import *` brings. */
export function undeclared(name: string, frame: Frame, machine: ValueFactory): Value {
  if (name === 'arguments' && frame.arguments && frame.scope.traits.listsArguments) {
    const { positional: items, spread: rest } = frame.arguments;
    return objectValue({
      id: machine.newId(),
      fields: new Map(),
      items: [...items],
      ...(rest && { rest }),
    });
  }
  const { externals } = frame.scope.traits;
  let { scope } = frame;
  while (scope.parent) scope = scope.parent;
  return (scope.stars ?? []).reduce(
    (all, module) => join(all, externalValue(externals.canonical(`${module}.${name}`))),
    externalValue(externals.canonical(name)),
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

/** A function with a receiver as a method of the classes that its receiver may be. */
export function methodsOn(receiver: Value | undefined, closure: Closure): Closure[] {
  const { function: definition } = closure;
  return (receiver?.targets ?? []).flatMap((target) => {
    if (target.kind !== 'class') return [];
    const variant = otherMethods(target.methods.get(definition.name), definition);
    const method = { ...closure, owner: target, ...(variant && { variant }) };
    target.methods.set(definition.name, method);
    return [method];
  });
}

/** The methods that files for other systems define under the name of a method, without that method itself. */
function otherMethods(known: Closure | undefined, definition: FunctionDefinition): Closure | undefined {
  if (!known) return undefined;
  const { variant: next, ...only } = known;
  const others = otherMethods(next, definition);
  return known.function === definition ? others : { ...only, ...(others && { variant: others }) };
}
