import type { Expression, FunctionDefinition } from '../../ir/program.js';
import { callsWithin, lastNameOf } from '../../ir/walk.js';
import type { Frame } from '../frame.js';
import type { Reporter } from '../machine.js';
import { pathsOf, type Value } from '../values/value.js';

/** Calls that take no more items than they need. */
const TAKES_SOME = new Set(['any', 'all', 'next', 'anext', 'islice', 'takewhile', 'zip']);

/** Whether an iteration is passed to a call that may stop it early. */
function isLeft(walk: Expression, { function: definition }: Frame): boolean {
  for (const { callee, arguments: given } of callsWithin(definition?.body ?? []))
    if (TAKES_SOME.has(lastNameOf(callee)) && given.some(({ value }) => value === walk)) return true;
  return false;
}

/** An iteration as Python compiles it: a function of its own that contains only a loop. */
function asFunction(walk: Expression, iterable: Expression, name: string): FunctionDefinition {
  const { line, endLine } = walk;
  return {
    name,
    kind: 'function',
    parameters: [],
    decorators: [],
    body: [{ kind: 'for-each', iterable, body: [], line, endLine }],
    line,
    endLine,
  };
}

/** Whether the number of items of a value is given by a client-controlled number. */
const isRange = (value: Value): boolean => value.taints.length > 0 && pathsOf(value).includes('range()');

/** Emits an expression that iterates over a range, a comprehension or `list(range(n))`, as the equivalent loop. */
export function emitWalk(
  walk: Expression,
  iterable: Expression,
  bound: Value,
  frame: Frame,
  machine: Reporter,
): void {
  if (!isRange(bound) || isLeft(walk, frame)) return;
  const inner = { ...frame, function: asFunction(walk, iterable, frame.function?.name ?? ''), caller: frame };
  machine.emit({ kind: 'loop', frame: inner, lines: walk, bound, endless: false });
}
