import type { CallEvent } from '../../engine/events.js';
import type { Expression } from '../../ir/program.js';

/** The last name of an expression: `pool` for `this.db.pool`, `getPool` for `getPool()`. */
function lastName(expression: Expression): string {
  switch (expression.kind) {
    case 'name':
      return expression.name;
    case 'member':
      return expression.property;
    case 'call':
      return lastName(expression.callee);
    case 'await':
    case 'cast':
      return lastName(expression.value);
    case 'index':
      return lastName(expression.object);
    default:
      return '';
  }
}

/** The name of a method's receiver as written; empty for functions. */
export function calledOn({ node: { callee } }: CallEvent): string {
  return callee.kind === 'member' ? lastName(callee.object) : '';
}
