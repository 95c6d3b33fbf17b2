import type { Frame } from '../frame.js';
import { choosing } from '../values/assumptions.js';
import { mergeFacts, usualAmong } from '../values/flow.js';
import { constantOf, constantValue, joinAll, type Fact, type Guards, type Value } from '../values/value.js';

export type Returns = Frame['returns'];

/** The truth value of a result; undefined when it is not known. */
function truthOf({ value, isSet }: Returns[number]): boolean | undefined {
  if (isSet) return true;
  const constant = value.changes ? undefined : constantOf(value);
  if (constant !== undefined) return Boolean(constant);
  // A text with words of its own is not empty: a message, where a check that succeeds returns nothing.
  return value.parts?.some((part) => !part.changes && isWord(constantOf(part))) === true ? true : undefined;
}

const isWord = (constant: unknown): boolean => typeof constant === 'string' && constant !== '';

/** The facts that the truth of a function's result implies, from the facts at each of its returns. */
export function resultGuards(returns: Returns): Guards | undefined {
  if (returns.every(({ value, facts }) => !value.guards && facts.size === 0)) return undefined;
  const facts = (truth: boolean): Fact[] => {
    const possible = returns.filter((each) => (truthOf(each) ?? truth) === truth);
    const established = possible.map(({ value, facts: known }) => {
      const all = new Map(known);
      for (const fact of (truth ? value.guards?.whenTrue : value.guards?.whenFalse) ?? [])
        if ('sanitizedFor' in fact) all.set(fact.key, (all.get(fact.key) ?? 0) | fact.sanitizedFor);
      return all;
    });
    return [...mergeFacts(established)].map(([key, sanitizedFor]) => ({ key, sanitizedFor }));
  };
  const guards = { whenTrue: facts(true), whenFalse: facts(false) };
  return guards.whenTrue.length + guards.whenFalse.length > 0 ? guards : undefined;
}

/** A value with the guards of its truth, without those that it had as another value. */
export const withGuards = (value: Value, guards: Guards | undefined): Value => {
  const { guards: _, found: __, ...plain } = value;
  return guards ? { ...plain, guards } : plain;
};

/** What a function returns, with what it returns under assumptions. */
export function usualResult(returns: Returns): Value {
  const value = joinAll(returns.map((each) => each.value));
  const usual = usualAmong(returns);
  if (!usual) return value;
  const chosen = usual.branches.map((each) => (each.isSet ? constantValue(true) : each.value));
  return choosing(value, chosen, usual);
}
