import type { Machine } from '../../../engine/machine.js';
import { UNKNOWN, type Closure, type Value } from '../../../engine/values/value.js';
import { definedAt, requestBehind } from '../../../surface/request-extras.js';

/** Functions that a module exports for the requests of a method. */
const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);
const REQUEST = /^_?(?:req|request)$/u;

const nameAt = ({ function: { parameters } }: Closure, index: number): string => {
  const pattern = parameters[index]?.pattern;
  return pattern?.kind === 'bind' ? pattern.name : '';
};

/** Whether a platform calls a function with a request, by its name: `fetch(request, env)`, `POST(request)`, `handler(event, context)`. */
function takesRequest(closure: Closure): boolean {
  const { name, parameters } = closure.function;
  if (METHODS.has(name)) return parameters.length > 0 && parameters.length <= 2;
  if (name === 'fetch') return REQUEST.test(nameAt(closure, 0));
  return name === 'handler' && nameAt(closure, 0) === 'event';
}

/** What platforms pass to functions that they find by their names. */
export function requestArguments(closure: Closure, machine: Machine): readonly Value[] | undefined {
  if (!takesRequest(closure)) return undefined;
  const { name, parameters } = closure.function;
  const request = requestBehind({ kind: 'route', name }, definedAt(closure), machine);
  return parameters.map((_, index) => (index === 0 ? request : UNKNOWN));
}
