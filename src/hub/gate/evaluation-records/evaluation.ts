import type { AppliedPolicies } from '../evaluation/applied-policies.js';
import type { EvaluatedItem } from '../evaluation/evaluated-item.js';

/** An evaluation, in the order of its request. */
export interface Evaluation {
  /** Of its record; null in read-only mode, which records nothing. */
  readonly id: string | null;
  readonly passed: boolean;
  readonly at: Date;
  readonly applied: AppliedPolicies;
  readonly items: readonly EvaluatedItem[];
}
