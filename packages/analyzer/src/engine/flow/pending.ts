import type { Frame } from '../frame.js';
import type { FactStore } from '../machine.js';
import { mergeFacts } from '../values/flow.js';
import type { Fact, Guards, Value } from '../values/value.js';

/** The facts that hold once a promise has been awaited. */
export type Pending = NonNullable<Value['pending']>;

type Facts = ReadonlyMap<string, number>;

export const factsOf = (facts: Facts): Fact[] =>
  [...facts].map(([key, sanitizedFor]) => ({ key, sanitizedFor }));

/** A value returned as a promise: its facts hold once it is awaited; until then it is only truthy. */
export function deferred(value: Value, facts: readonly Fact[]): Value {
  const { guards, pending, ...plain } = value;
  const all = [...facts, ...(pending?.facts ?? [])];
  const established = pending?.guards ?? guards;
  return all.length === 0 && !established
    ? value
    : { ...plain, pending: { facts: all, ...(established && { guards: established }) } };
}

/** The value of a settled promise, without the pending facts. */
export function settled(value: Value): Value {
  const { pending, ...plain } = value;
  if (!pending) return value;
  return pending.guards ? { ...plain, guards: pending.guards } : plain;
}

/** `await value`: the pending facts hold from here on. */
export function awaited(value: Value, frame: Frame, machine: FactStore): Value {
  if (value.pending) machine.learn(value.pending.facts, frame);
  return settled(value);
}

/** The facts common to several returns, some of which are promises, once those are awaited. */
export function pendingOf(
  ways: readonly { readonly value: Value; readonly facts: Facts }[],
): Pending | undefined {
  if (!ways.some(({ value }) => value.pending)) return undefined;
  const all = ways.map(({ value, facts }) => {
    const established = new Map(facts);
    for (const fact of value.pending?.facts ?? [])
      if ('sanitizedFor' in fact)
        established.set(fact.key, (established.get(fact.key) ?? 0) | fact.sanitizedFor);
    return established;
  });
  const [only] = ways;
  const guards: Guards | undefined = ways.length === 1 ? only?.value.pending?.guards : undefined;
  return { facts: factsOf(mergeFacts(all)), ...(guards && { guards }) };
}
