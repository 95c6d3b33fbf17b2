import type { FunctionDefinition } from '../../ir/program.js';
import { nodesOf, nodesWithin, type Node } from '../../ir/walk.js';
import { DELETIONS } from './deletions.js';
import names from './names.json' with { type: 'json' };

/** Words of names and texts with which programs say what is allowed. */
const RIGHTS = new RegExp(names.decisions.rights.join('|'), 'iu');

const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** Functions that change something, by their last names. */
const CHANGES: ReadonlySet<string> = new Set([...DELETIONS.map(lastOf), ...names.decisions.changes]);

/** The words of a part of a program: names, fields, texts. */
function* wordsIn(root: Node): Generator<string> {
  for (const node of nodesWithin(root)) {
    if (node.kind === 'name') yield node.name;
    else if (node.kind === 'member') yield node.property;
    else if (node.kind === 'constant' && typeof node.value === 'string') yield node.value;
  }
  // Patterns are no nodes of the walk.
  if ((root.kind === 'declare' || root.kind === 'assign') && root.target.kind === 'bind')
    yield root.target.name;
}

/** Whether a statement is about rights: its words say so, or it changes something. */
export function decidesRights(statement: Node): boolean {
  for (const word of wordsIn(statement)) if (RIGHTS.test(word)) return true;
  return nodesWithin(statement).some(
    (node) =>
      node.kind === 'call' &&
      CHANGES.has(
        node.callee.kind === 'member'
          ? node.callee.property
          : node.callee.kind === 'name'
            ? node.callee.name
            : '',
      ),
  );
}

/** Statements and expressions that decide with what is in them. */
const DECIDING: ReadonlySet<string> = new Set(['if', 'choice', 'declare', 'assign', 'return']);

/** The part of a deciding statement that the decision is made with. */
function decidingPart(node: Node): unknown {
  if (node.kind === 'if' || node.kind === 'choice') return node.test;
  return 'value' in node ? node.value : undefined;
}

/** The innermost statement of a function that decides with a part of the program. */
export function statementOf(
  definition: FunctionDefinition,
  isPart: (node: Node) => boolean,
): Node | undefined {
  return nodesOf(definition).findLast(
    (node) => DECIDING.has(node.kind) && nodesWithin(decidingPart(node), false).some(isPart),
  );
}
