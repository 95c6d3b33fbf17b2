import type { Expression, FunctionDefinition } from '../../ir/program.js';
import { SanitizedFor, sanitize } from './taint.js';
import type { Value } from './value.js';

const NUMBERS = new Set(['number', 'bigint', 'boolean', 'int', 'float', 'bool', 'int64', 'float64']);

/** Whether a type is numeric: `number`, `Promise<number>`. */
function isNumber(type: Expression): boolean {
  if (type.kind === 'index')
    return type.object.kind === 'name' && type.object.name === 'Promise' && isNumber(type.index);
  return type.kind === 'name' && NUMBERS.has(type.name);
}

/** The result of a function whose declared result is a number: a field of the service's own data, not text from a stranger. */
export function asDeclared(value: Value, { result }: FunctionDefinition): Value {
  if (!result || value.taints.length === 0 || !isNumber(result)) return value;
  return { ...value, taints: sanitize(value.taints, SanitizedFor.PARSED | SanitizedFor.FIELDS) };
}
