import { wordsOf } from '../../engine/secret-names.js';
import type { Expression, FunctionDefinition } from '../../ir/program.js';
import { lastNameOf, nodesWithin, parameterNames } from '../../ir/walk.js';
import names from './names.json' with { type: 'json' };

/** Words of checks in the names of functions and fields. */
export const CHECKS: ReadonlySet<string> = new Set(names.roleChecks.checks);
/** Words that say of a caller who he is, and nothing else: a server that asks for a token has not yet asked for these. */
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

export const saysCheck = (name: string, words: ReadonlySet<string>): boolean =>
  wordsOf(name).some((word) => words.has(word));

/** Whether a condition asks about something that the caller does not set himself. */
function asks(test: Expression, own: ReadonlySet<string>, words: ReadonlySet<string>): boolean {
  for (const node of nodesWithin(test)) {
    if (node.kind === 'name' && !own.has(node.name) && saysCheck(node.name, words)) return true;
    if (node.kind === 'member' && saysCheck(node.property, words)) {
      const base = node.object;
      if (!(base.kind === 'name' && own.has(base.name) && isArguments(base.name))) return true;
    }
  }
  return false;
}

const isArguments = (name: string): boolean => /^(?:args|arguments|params|input|payload|body)$/iu.test(name);

/** Functions of the package by their names, and whether each has been looked into. */
export type Known = ReadonlyMap<string, FunctionDefinition>;

/**
 * Whether a function's body holds a check: a condition, or a call that throws.
 * @param known functions that it may call, whose checks are its own
 */
export function isChecked(
  definition: FunctionDefinition,
  words: ReadonlySet<string>,
  known?: Known,
): boolean {
  const own = parameterNames(definition);
  for (const context of ['ctx', 'context', 'extra', 'self', 'req', 'request']) own.delete(context);
  for (const node of nodesWithin(definition.body)) {
    if ((node.kind === 'if' || node.kind === 'choice') && asks(node.test, own, words)) return true;
    if (
      node.kind === 'operation' &&
      (node.operator === '&&' || node.operator === '||') &&
      asks(node, own, words)
    )
      return true;
    if (node.kind === 'call') {
      const name = lastNameOf(node.callee);
      if (ENFORCES.test(name) && saysCheck(name, words)) return true;
      const called = known?.get(name);
      if (called && called !== definition && isChecked(called, words)) return true;
    }
  }
  return definition.decorators.some((decorator) =>
    [...nodesWithin(decorator)].some((node) => node.kind === 'name' && saysCheck(node.name, words)),
  );
}
