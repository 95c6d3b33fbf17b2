import type { Expression } from '../../ir/program.js';
import { WITHIN } from '../values/flow.js';
import type { Frame } from '../frame.js';
import { constantOf, pathsOf, UNKNOWN, type Value } from '../values/value.js';

/** The flow variable that records, within a branch, that a variable is not null. */
const setName = (name: string): string => `${WITHIN}set:${name}`;

const isNothing = (expression: Expression | undefined): boolean =>
  expression?.kind === 'constant' && expression.value === null;

/** Records which variables a condition implies to be non-null if its value is `truth`: `err != nil`, `error`. */
export function learnSet(test: Expression, truth: boolean, frame: Frame): void {
  const learn = (name: string): void => frame.scope.flow.set(setName(name), UNKNOWN);
  if (test.kind === 'name' && truth) learn(test.name);
  if (test.kind !== 'operation') return;
  const { operator, operands } = test;
  const [left, right] = operands;
  if (operator === '!' && left) learnSet(left, !truth, frame);
  if (operator === (truth ? '!=' : '==') && left?.kind === 'name' && isNothing(right)) learn(left.name);
  if (operator === (truth ? '&&' : '||')) operands.forEach((operand) => learnSet(operand, truth, frame));
}

const ERROR = /(?:^|\.)(?:errors\.New|fmt\.Errorf|\w*Error)\(\)$/u;

/** Whether a value is a constructed error or an instance of a class. */
const isError = (value: Value): boolean =>
  value.objects.some(({ class: info }) => info !== undefined) ||
  pathsOf(value).some((path) => ERROR.test(path));

/**
 * Whether a returned expression is certainly an error: constructed, checked to be non-null, or a variable from outside
 * the function.
 */
export function returnsError(returned: Expression, value: Value, frame: Frame): boolean {
  const last = returned.kind === 'list' ? returned.items.at(-1)?.value : returned;
  const result = returned.kind === 'list' ? value.objects[0]?.items?.at(-1) : value;
  if (!last || !result || constantOf(result) === null) return false;
  if (last.kind === 'name') {
    if (frame.scope.flow.get(setName(last.name))) return true;
    return isError(result) && !frame.scope.flow.get(last.name);
  }
  // `return check(x)`: an error whose absence implies facts may be nil.
  if (result.guards) return false;
  return isError(result) && (last.kind === 'call' || last.kind === 'object' || last.kind === 'member');
}
