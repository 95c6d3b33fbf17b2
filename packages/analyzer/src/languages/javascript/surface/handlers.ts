import type { CallEvent } from '../../../engine/events.js';
import type { Evaluator } from '../../../engine/machine.js';
import { joinAll, type Value } from '../../../engine/values/value.js';
import type { Expression } from '../../../ir/program.js';
import { isFunction } from '../../../surface/tool-objects.js';

/** Wrappers are rarely nested deeper. */
const MAX_DEPTH = 3;

/** A handler among the arguments of a registration. */
export interface HandlerArgument {
  readonly handler: Value;
  readonly index: number;
}

/** The functions of the package among the arguments of a wrapper from a dependency: `withTelemetry("name", handler)`. */
function wrapped(node: Expression | undefined, event: CallEvent, machine: Evaluator, depth = 0): Value[] {
  if (node?.kind !== 'call' || depth >= MAX_DEPTH) return [];
  return node.arguments.flatMap(({ value: argument }) => {
    if (argument.kind !== 'function' && argument.kind !== 'name' && argument.kind !== 'member')
      return wrapped(argument, event, machine, depth + 1);
    const value = machine.evaluate(argument, event.frame);
    return isFunction(value) ? [value] : [];
  });
}

/**
 * The handler among the arguments of a registration: the last function, or the last function that a wrapper from a dependency
 * is given. Undefined without one.
 */
export function handlerIndex(event: CallEvent, machine: Evaluator): HandlerArgument | undefined {
  const { positional } = event.arguments;
  const index = positional.findLastIndex((value) => isFunction(value));
  const handler = positional[index];
  if (handler) return { handler, index };
  for (const [position, { value }] of event.node.arguments.entries()) {
    const inner = wrapped(value, event, machine);
    if (inner.length > 0) return { handler: joinAll(inner), index: position };
  }
  return undefined;
}
