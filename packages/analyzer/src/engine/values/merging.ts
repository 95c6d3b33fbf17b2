import { choosing } from './assumptions.js';
import type { Flow } from './flow.js';
import type { Frame } from '../frame.js';
import { sanitize } from './taint.js';
import { join, type Value } from './value.js';

/** A variable's value with the facts of its own branch applied. */
function settled(value: Value, flow: Flow<Value>): Value {
  const bits = value.key === undefined || value.taints.length === 0 ? 0 : flow.sanitizedForKey(value.key);
  return bits === 0 ? value : { ...value, taints: sanitize(value.taints, bits) };
}

/** The maximum number of facts kept for the returns of a function. */
const MAX_SHOWN = 65_536;
const NOTHING: ReadonlyMap<string, number> = new Map();

/** The facts at a return; none when there are too many, so that the call then sanitizes less. */
export function factsHere({ returns, scope: { flow, run } }: Frame): ReadonlyMap<string, number> {
  const before = run.returnedFacts.get(returns) ?? 0;
  if (before > MAX_SHOWN) return NOTHING;
  const facts = flow.factsSince();
  if (facts.size > 0) run.returnedFacts.set(returns, before + facts.size);
  return facts;
}

const choose = (joined: Value, chosen: readonly Value[], because: number): Value =>
  choosing(joined, chosen, { because });

/** Merges flows: each variable has the facts of its own branch applied. */
export const merge = (base: Flow<Value>, ends: readonly Flow<Value>[]): void => {
  base.merge(ends, join, settled, choose);
};

/** Merges the flows of the parts of an expression, some of which may not have been evaluated: only the variables are kept. */
export const mergeParts = (base: Flow<Value>, ends: readonly Flow<Value>[]): void => {
  base.mergeVariables(ends, join, settled, choose);
};

/** Re-reads `alive` after work that may have returned: the compiler's narrowing does not see the change. */
export const isAlive = (frame: Frame): boolean => frame.alive;

/** Runs each branch from the current flow, and continues where they merge. */
export function branches(frame: Frame, works: readonly (() => void)[]): void {
  const base = frame.scope.flow;
  const ends: Flow<Value>[] = [];
  for (const work of works) {
    frame.scope.flow = base.fork();
    frame.alive = true;
    work();
    if (isAlive(frame)) ends.push(frame.scope.flow);
  }
  frame.scope.flow = base;
  frame.alive = ends.length > 0;
  merge(base, ends);
}

/**
 * Runs work that happens later or never: its facts do not hold for the following code, its writes may have happened.
 * @returns the result and the facts established by it
 */
export function apart<Result>(
  frame: Frame,
  work: () => Result,
): { readonly result: Result; readonly facts: ReadonlyMap<string, number> } {
  const base = frame.scope.flow;
  const { alive } = frame;
  frame.scope.flow = base.fork();
  const result = work();
  const end = frame.scope.flow;
  frame.scope.flow = base;
  frame.alive = alive;
  mergeParts(base, [end, base.fork()]);
  return { result, facts: end.factsSince(base) };
}
