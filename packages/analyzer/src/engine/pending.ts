import type { Frame, Machine } from './machine.js';
import { mergeFacts } from './flow.js';
import type { Fact, Guards, Value } from './value.js';

/** What holds of a value once it has been waited for. */
export type Pending = NonNullable<Value['pending']>;

type Facts = ReadonlyMap<string, number>;

export const factsOf = (facts: Facts): Fact[] =>
  [...facts].map(([key, sanitizedFor]) => ({ key, sanitizedFor }));

/** A value that is there at once as what comes later: until it is waited for, it shows nothing, and is true in any case. */
export function deferred(value: Value, facts: readonly Fact[]): Value {
  const { guards, pending, ...plain } = value;
  const all = [...facts, ...(pending?.facts ?? [])];
  const shown = pending?.guards ?? guards;
  return all.length === 0 && !shown
    ? value
    : { ...plain, pending: { facts: all, ...(shown && { guards: shown }) } };
}

/** What has come, without what was shown by its coming. */
export function settled(value: Value): Value {
  const { pending, ...plain } = value;
  if (!pending) return value;
  return pending.guards ? { ...plain, guards: pending.guards } : plain;
}

/** `await value`: from here on holds what was shown before it came. */
export function awaited(value: Value, frame: Frame, machine: Machine): Value {
  if (value.pending) machine.learn(value.pending.facts, frame);
  return settled(value);
}

/** What all of several ways that end with promises show when those have come. */
export function pendingOf(
  ways: readonly { readonly value: Value; readonly facts: Facts }[],
): Pending | undefined {
  if (!ways.some(({ value }) => value.pending)) return undefined;
  const all = ways.map(({ value, facts }) => {
    const shown = new Map(facts);
    for (const fact of value.pending?.facts ?? [])
      if ('sanitizedFor' in fact) shown.set(fact.key, (shown.get(fact.key) ?? 0) | fact.sanitizedFor);
    return shown;
  });
  const [only] = ways;
  const guards: Guards | undefined = ways.length === 1 ? only?.value.pending?.guards : undefined;
  return { facts: factsOf(mergeFacts(all)), ...(guards && { guards }) };
}
