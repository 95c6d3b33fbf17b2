import type { CallEvent } from '../../engine/events.js';
import type { Value } from '../../engine/values/value.js';
import type { Expression, Lines, ListLiteral } from '../../ir/program.js';

/**
 * The expression that was passed as a value; undefined for a value after a spread argument, whose index is unknown.
 */
export function expressionOf(
  value: Value,
  { node, arguments: { positional, named } }: CallEvent,
): Expression | undefined {
  for (const [name, each] of named)
    if (each === value) return node.arguments.find((argument) => argument.name === name)?.value;
  const index = positional.indexOf(value);
  const given = node.arguments.filter(({ name }) => name === undefined);
  return index < 0 || given.slice(0, index + 1).some(({ spread }) => spread)
    ? undefined
    : given[index]?.value;
}

/** The matching item of a list literal among the arguments. */
function itemOf(value: Value, event: CallEvent): Expression | undefined {
  for (const list of [...event.arguments.positional, ...event.arguments.named.values()])
    for (const { items = [] } of list.objects) {
      const index = items.indexOf(value);
      const literal = index < 0 ? undefined : expressionOf(list, event);
      if (literal?.kind === 'list' && !isSpread(literal, index)) return literal.items[index]?.value;
    }
  return undefined;
}

const isSpread = ({ items }: ListLiteral, index: number): boolean =>
  items.slice(0, index + 1).some(({ spread }) => spread);

/** The lines of a value in a call that spans several: its argument or list item, else the whole call. */
export const linesOf = (value: Value, event: CallEvent): Lines =>
  expressionOf(value, event) ?? itemOf(value, event) ?? event.node;
