import type { HeapObject, Value } from '../engine/values/value.js';
import type { FunctionDefinition } from '../ir/program.js';
import { closuresOf } from '../models/callbacks.js';
import type { Tool } from './surface.js';

/** Fields of tool objects that hold their handlers. */
const HANDLERS = new Set(['handler', 'handle', 'execute', 'run', 'call', 'callback', 'fn', 'func']);

/** The value and, if it is an object, those of its fields that may be handlers. */
function* handlersIn(value: Value): Generator<Value> {
  yield value;
  for (const { fields } of value.objects)
    for (const [name, field] of fields) if (HANDLERS.has(name.toLowerCase())) yield field;
}

/**
 * The functions that handle tools: those that tools were declared with, and those that an object holds under the name of a tool, as
 * in `handlers[request.params.name](…)`.
 */
export function toolsOfHandlers(
  tools: readonly Tool[],
  objects: Iterable<HeapObject>,
): ReadonlyMap<FunctionDefinition, ReadonlySet<string>> {
  const handlers = new Map<FunctionDefinition, Set<string>>();
  const add = (definition: FunctionDefinition, tool: string): void => {
    handlers.set(definition, (handlers.get(definition) ?? new Set()).add(tool));
  };
  const names = new Set(tools.map(({ name }) => name).filter((name) => name !== ''));
  for (const { name, handler } of tools) if (handler && name !== '') add(handler.function, name);
  if (names.size === 0) return handlers;
  for (const { fields } of objects)
    for (const [name, field] of fields)
      if (names.has(name))
        for (const value of handlersIn(field))
          for (const closure of closuresOf(value)) add(closure.function, name);
  return handlers;
}
