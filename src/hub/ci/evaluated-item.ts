import type { Item } from './ci-items.js';
import type { Decision } from './policy-evaluation.js';
import type { Resolved } from './subjects.js';

/** An item of the request with its decision. */
export interface EvaluatedItem extends Item, Decision {
  /** What the decision is about. */
  readonly resolved: Resolved;
  /** Null if the server has no complete analysis. */
  readonly globalScore: number | null;
}
