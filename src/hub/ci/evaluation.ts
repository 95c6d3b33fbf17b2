import type { AppliedPolicies } from './applied-policies.js';
import type { EvaluatedItem } from './evaluated-item.js';
import type { StoredItem } from './evaluation-record.js';

/** An evaluation, in the order of its request. */
export interface Evaluation {
  /** Of its record; null in read-only mode, which records nothing. */
  readonly id: string | null;
  readonly passed: boolean;
  readonly at: Date;
  readonly applied: AppliedPolicies;
  readonly items: readonly EvaluatedItem[];
  /** The same as they are stored and shown. */
  readonly stored: readonly StoredItem[];
}
