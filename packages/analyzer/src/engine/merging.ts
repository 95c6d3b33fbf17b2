import type { Flow } from './flow.js';
import type { Frame } from './machine.js';
import { sanitize } from './taint.js';
import { join, type Value } from './value.js';

/** A variable with what its own branch has shown of it. */
function settled(value: Value, flow: Flow<Value>): Value {
  const bits = value.key === undefined || value.taints.length === 0 ? 0 : flow.sanitizedForKey(value.key);
  return bits === 0 ? value : { ...value, taints: sanitize(value.taints, bits) };
}

/** So many facts are kept of where a function returns. */
const MAX_SHOWN = 65_536;
const NOTHING: ReadonlyMap<string, number> = new Map();

/** What has been shown where a function returns; when that is very much, nothing: what is called is believed less then. */
export function shownHere({ returns, scope: { flow, run } }: Frame): ReadonlyMap<string, number> {
  const before = run.returnedFacts.get(returns) ?? 0;
  if (before > MAX_SHOWN) return NOTHING;
  const facts = flow.factsSince();
  if (facts.size > 0) run.returnedFacts.set(returns, before + facts.size);
  return facts;
}

/** Goes on where flows meet: each variable with what its own branch has shown of it. */
export const merge = (base: Flow<Value>, ends: readonly Flow<Value>[]): void => {
  base.merge(ends, join, settled);
};

/** Goes on after the parts of an expression, of which only some may have been read: variables that they set are kept. */
export const mergeParts = (base: Flow<Value>, ends: readonly Flow<Value>[]): void => {
  base.mergeVariables(ends, join, settled);
};

/** Asked again after work that may have ended in a return: the compiler cannot see that. */
export const isAlive = (frame: Frame): boolean => frame.alive;

/** Runs each branch from where the frame stands, and goes on where they meet. */
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
 * Does what happens later, or perhaps never: what it shows is not known to the code after it, what it writes may be there.
 * @returns what it gives, and what it has shown
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
