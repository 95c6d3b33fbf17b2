import type { Frame } from '../../engine/frame.js';
import type { Expression, FunctionDefinition } from '../../ir/program.js';
import { lastNameOf, nodesWithin, type Node } from '../../ir/walk.js';
import { memoByNode } from '../../common/memo.js';
import { ORDERINGS } from '../support/bounds.js';
import { callersOf } from '../support/locations.js';

/** Names of lengths, and of the sizes that archives declare. */
const SIZE = /len(?:gth)?$|size|count|total|bytes|ratio|limit|maximum|^max|budget/iu;

const isSize = (expression: Expression): boolean =>
  nodesWithin(expression, false).some(
    (node) =>
      (node.kind === 'name' || node.kind === 'member' || node.kind === 'call') && SIZE.test(lastNameOf(node)),
  );

/** Whether a test holds for all sizes that are too large: a comparison, or one beside others of which one is enough. */
const comparesSize = (test: Expression): boolean =>
  test.kind === 'operation' &&
  (test.operator === '||'
    ? test.operands.some(comparesSize)
    : ORDERINGS.has(test.operator) && test.operands.some(isSize));

/** What ends a function, or the work on one of several things. */
const ENDS: ReadonlySet<Node['kind']> = new Set(['throw', 'return', 'break', 'continue']);

/** Whether a statement ends the work when a size is too large, whatever else holds. */
const refuses = (node: Node): boolean =>
  node.kind === 'if' &&
  comparesSize(node.test) &&
  nodesWithin(node.then, false).some(({ kind }) => ENDS.has(kind));

const comparesIn = memoByNode(({ body }: FunctionDefinition): boolean =>
  nodesWithin(body, false).some(refuses),
);

/** Whether a function in the call stack refuses what is too long or too large. */
export function comparesLength(frame: Frame): boolean {
  for (const each of callersOf(frame)) if (each.function && comparesIn(each.function)) return true;
  return false;
}
