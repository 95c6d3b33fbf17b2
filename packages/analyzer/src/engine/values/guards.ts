import { SANITIZED_FOR_ALL } from './taint.js';
import type { Machine } from '../machine.js';
import type { Fact, Guards, Value } from './value.js';

/** Guards that imply no facts. */
export const NO_GUARDS: Guards = { whenTrue: [], whenFalse: [] };

/** Further tools of one branch are not named. */
const MAX_TOOLS = 200;

/** The tools that are called in either case; none if one case says nothing about them. */
function eitherTool(fact: Extract<Fact, { constants: unknown }>, others: readonly Fact[]): Fact[] {
  const constants = others.flatMap((other) =>
    other.key === fact.key && 'constants' in other ? other.constants : [],
  );
  const either = [...fact.constants, ...constants].slice(0, MAX_TOOLS);
  return constants.length === 0 ? [] : [{ key: fact.key, constants: either }];
}

/** The facts that hold in either case: those that both lists contain. */
function common(left: readonly Fact[], right: readonly Fact[]): Fact[] {
  return left.flatMap((fact): Fact[] => {
    if ('constants' in fact) return eitherTool(fact, right);
    const bits = right.reduce(
      (all, other) => (other.key === fact.key && 'sanitizedFor' in other ? all | other.sanitizedFor : all),
      0,
    );
    return (fact.sanitizedFor & bits) === 0
      ? []
      : [{ key: fact.key, sanitizedFor: fact.sanitizedFor & bits }];
  });
}

export const negate = ({ whenTrue, whenFalse }: Guards): Guards => ({
  whenTrue: whenFalse,
  whenFalse: whenTrue,
});

export const both = (left: Guards, right: Guards): Guards => ({
  whenTrue: [...left.whenTrue, ...right.whenTrue],
  whenFalse: common(left.whenFalse, right.whenFalse),
});

export const either = (left: Guards, right: Guards): Guards => negate(both(negate(left), negate(right)));

/** Guards whose truth implies that a value is sanitized for some uses. */
export const shows = (value: Value, sanitizedFor: number): Guards =>
  value.key === undefined || value.taints.length === 0
    ? NO_GUARDS
    : { whenTrue: [{ key: value.key, sanitizedFor }], whenFalse: [] };

/**
 * What the truth of a value shows: what its guards say, and that a text which is not true is empty, and harmless as such. The answer
 * of a predicate is false for a text that is not empty: it says nothing about the text here.
 */
export function truthOf(value: Value, machine: Pick<Machine, 'isDerived'>): Guards | undefined {
  const { guards } = value;
  const empty = emptiness(value, machine);
  if (empty.length === 0) return guards;
  return { whenTrue: guards?.whenTrue ?? [], whenFalse: [...(guards?.whenFalse ?? []), ...empty] };
}

/** What holds if a value is nothing or empty: it is harmless, unless it is the answer of a predicate about another value. */
export function emptiness(value: Value, machine: Pick<Machine, 'isDerived'>): readonly Fact[] {
  const { key, taints, objects, targets, pending } = value;
  if (key === undefined || taints.length === 0 || objects.length + targets.length > 0 || pending) return [];
  return machine.isDerived(key) ? [] : [{ key, sanitizedFor: SANITIZED_FOR_ALL }];
}

/** A boolean value with guards. */
export const guarded = (value: Value, guards: Guards): Value =>
  guards.whenTrue.length + guards.whenFalse.length === 0 ? value : { ...value, guards };

/** All facts that the truth of a result implies, so that the summary of a run can be applied to other arguments. */
export function withImplied(value: Value, machine: Pick<Machine, 'implied'>): Value {
  const { guards } = value;
  if (!guards) return value;
  const implied = {
    whenTrue: machine.implied(guards.whenTrue),
    whenFalse: machine.implied(guards.whenFalse),
  };
  return { ...value, guards: implied };
}
