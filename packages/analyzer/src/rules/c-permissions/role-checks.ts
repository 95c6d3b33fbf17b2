import { wordsOf } from '../../engine/values/secret-names.js';
import type { Expression, FunctionDefinition } from '../../ir/program.js';
import { lastNameOf, nodesWithin, parameterNames } from '../../ir/walk.js';
import names from './names.json' with { type: 'json' };

/** Words in the names of checks. */
export const CHECKS: ReadonlySet<string> = new Set(names.roleChecks.checks);
/** Words that identify the caller's role; authentication by a token alone does not check these. */
export const ROLES: ReadonlySet<string> = new Set(names.roleChecks.roles);
export const APPROVALS: ReadonlySet<string> = new Set([
  'approval',
  'approve',
  'approved',
  'confirm',
  'confirmed',
  'confirmation',
  'elicit',
  'consent',
]);
const ENFORCES = /^(?:require|ensure|assert|check|verify|authorize|demand|enforce|must|guard|validate)/iu;

export const namesCheck = (name: string, words: ReadonlySet<string>): boolean =>
  wordsOf(name).some((word) => words.has(word));

/** Whether a condition checks something that the caller does not set himself. */
function checksFor(test: Expression, own: ReadonlySet<string>, words: ReadonlySet<string>): boolean {
  for (const node of nodesWithin(test)) {
    if (node.kind === 'name' && !own.has(node.name) && namesCheck(node.name, words)) return true;
    if (node.kind === 'member' && namesCheck(node.property, words)) {
      const base = node.object;
      if (!(base.kind === 'name' && own.has(base.name) && isArguments(base.name))) return true;
    }
  }
  return false;
}

const isArguments = (name: string): boolean => /^(?:args|arguments|params|input|payload|body)$/iu.test(name);

/** Functions of the package by name. */
export type Known = ReadonlyMap<string, FunctionDefinition>;

/**
 * Whether a function contains a check: a condition, or a call that throws.
 * @param known functions it may call, whose checks count as its own
 */
export function isChecked(
  definition: FunctionDefinition,
  words: ReadonlySet<string>,
  known?: Known,
): boolean {
  const own = parameterNames(definition);
  for (const context of ['ctx', 'context', 'extra', 'self', 'req', 'request']) own.delete(context);
  for (const node of nodesWithin(definition.body)) {
    if ((node.kind === 'if' || node.kind === 'choice') && checksFor(node.test, own, words)) return true;
    if (
      node.kind === 'operation' &&
      (node.operator === '&&' || node.operator === '||') &&
      checksFor(node, own, words)
    )
      return true;
    if (node.kind === 'call') {
      const name = lastNameOf(node.callee);
      if (ENFORCES.test(name) && namesCheck(name, words)) return true;
      const called = known?.get(name);
      if (called && called !== definition && isChecked(called, words)) return true;
    }
  }
  return definition.decorators.some((decorator) =>
    [...nodesWithin(decorator)].some((node) => node.kind === 'name' && namesCheck(node.name, words)),
  );
}
