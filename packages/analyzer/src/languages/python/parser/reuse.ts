import type { Expression } from '../../../ir/program.js';
import { bind, nameOf } from './build.js';

/** Longer lists are not evaluated twice. */
const MAX_ITEMS = 8;

/** Whether evaluating an expression again is free and has no effect: names and their members. */
export function isPlain(expression: Expression): boolean {
  let object = expression;
  while (object.kind === 'member') object = object.object;
  return object.kind === 'name' || object.kind === 'constant';
}

/** Whether it is plain, or a short tuple of plain expressions. */
export function isPlainList(expression: Expression): boolean {
  if (expression.kind !== 'list') return isPlain(expression);
  const { items } = expression;
  return items.length <= MAX_ITEMS && items.every((item) => !item.spread && isPlain(item.value));
}

/** A name that no Python source can contain. `mark` distinguishes it from the others in the file. */
export function hiddenName(suffix: string | number): string {
  return `$${suffix}`;
}

/**
 * An expression to be evaluated once and then reused. Anything but a name is stored under a hidden name: repeating it
 * would repeat its calls, and repetition at every level of nesting grows exponentially.
 */
export function reusable(expression: Expression, suffix: string): { first: Expression; again: Expression } {
  if (isPlain(expression)) return { first: expression, again: expression };
  const name = hiddenName(suffix);
  const { line, endLine } = expression;
  return {
    first: { kind: 'assign', target: bind(expression, name), value: expression, line, endLine },
    again: nameOf(expression, name),
  };
}
