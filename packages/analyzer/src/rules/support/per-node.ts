import { callsWithin, lastNameOf } from '../../ir/walk.js';

/**
 * What depends on one thing alone, mostly a function or another node of a program, found once for each. Rules ask for it at
 * each call: a walk through a function's body for each call within would take the square of its length.
 */
export function perNode<N extends object, T>(find: (node: N) => T): (node: N) => T {
  const known = new WeakMap<N, { readonly value: T }>();
  return (node) => {
    const kept = known.get(node);
    if (kept) return kept.value;
    const value = find(node);
    known.set(node, { value });
    return value;
  };
}

/** The last names of all that is called in the body of a function or a loop. */
export const calledIn = perNode(
  ({ body }: { readonly body: unknown }): ReadonlySet<string> =>
    new Set(callsWithin(body).map(({ callee }) => lastNameOf(callee))),
);
