import type { Frame } from '../../engine/machine.js';
import type { Expression, FunctionDefinition } from '../../ir/program.js';
import { lastNameOf, nodesWithin, type Node } from '../../ir/walk.js';
import { memoByNode } from '../../memo.js';
import { ORDERINGS } from '../support/bounds.js';
import { callersOf } from '../support/locations.js';

/** Names of lengths, and of the sizes that archives declare. */
const SIZE = /len(?:gth)?$|size|count|total|bytes|ratio|limit|maximum|^max|budget/iu;

const isSize = (expression: Expression): boolean =>
  nodesWithin(expression, false).some(
    (node) =>
      (node.kind === 'name' || node.kind === 'member' || node.kind === 'call') && SIZE.test(lastNameOf(node)),
  );

/** Whether a statement ends the function when a size is too large, whatever else holds. */
const refuses = (node: Node): boolean =>
  node.kind === 'if' &&
  node.test.kind === 'operation' &&
  ORDERINGS.has(node.test.operator) &&
  node.test.operands.some(isSize) &&
  nodesWithin(node.then, false).some(({ kind }) => kind === 'throw' || kind === 'return');

const comparesIn = memoByNode(({ body }: FunctionDefinition): boolean =>
  nodesWithin(body, false).some(refuses),
);

/** Whether a function in the call stack refuses what is too long or too large. */
export function comparesLength(frame: Frame): boolean {
  for (const each of callersOf(frame)) if (each.function && comparesIn(each.function)) return true;
  return false;
}
