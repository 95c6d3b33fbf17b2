import type { Expression } from '../../../ir/program.js';
import { bind, nameOf } from './build.js';

/** Lists of more items are not read twice. */
const MAX_ITEMS = 8;

/** Whether reading an expression again costs nothing and does nothing: names and their members. */
export function isPlain(expression: Expression): boolean {
  let object = expression;
  while (object.kind === 'member') object = object.object;
  return object.kind === 'name' || object.kind === 'constant';
}

/** Whether it is plain, or a short tuple of what is. */
export function isPlainList(expression: Expression): boolean {
  if (expression.kind !== 'list') return isPlain(expression);
  const { items } = expression;
  return items.length <= MAX_ITEMS && items.every((item) => !item.spread && isPlain(item.value));
}

/** A name that no Python source can have. `mark` distinguishes it from the others in the file. */
export function hiddenName(mark: string | number): string {
  return `$${mark}`;
}

/**
 * An expression to be read a first time and then again. Anything but a name is kept under a hidden name: repeating it would
 * repeat its calls, and what is repeated at every level of nesting grows beyond measure.
 */
export function reusable(expression: Expression, mark: string): { first: Expression; again: Expression } {
  if (isPlain(expression)) return { first: expression, again: expression };
  const name = hiddenName(mark);
  const { line, endLine } = expression;
  return {
    first: { kind: 'assign', target: bind(expression, name), value: expression, line, endLine },
    again: nameOf(expression, name),
  };
}
