import type { McpFacts } from '../policies/mcp-facts.js';
import type { EvaluatedItem } from '../evaluation/evaluated-item.js';
import type { StoredPolicy } from '../evaluation/policy-set.js';
import type { Subject } from '../evaluation/subject.js';

/** A policy as an evaluation used it. */
export interface UsedPolicy extends Omit<StoredPolicy, 'expiresAt' | 'createdAt'> {
  /** RFC 3339. */
  readonly expiresAt: string | null;
  readonly createdAt: string;
}

/** The facts that decided, as JSON. */
type StoredFacts = Omit<McpFacts, 'createdAt' | 'controls'> & {
  readonly createdAt: string;
  readonly controls: Readonly<Record<string, boolean>>;
};

/** What decided about an item. */
export type StoredSubject =
  | Exclude<Subject, { readonly facts?: McpFacts }>
  | { readonly kind: 'analyzed'; readonly facts: StoredFacts }
  | { readonly kind: 'ambiguous'; readonly what: 'mcp' | 'version'; readonly facts?: StoredFacts };

/** An item of an evaluation as it is stored. */
export type StoredItem = Omit<EvaluatedItem, 'builtIn' | 'start' | 'subject'> & {
  readonly subject: StoredSubject;
};

export function storedItem({
  builtIn: _builtIn,
  start: _start,
  subject,
  ...item
}: EvaluatedItem): StoredItem {
  return { ...item, subject: storedSubject(subject) };
}

function storedSubject(subject: Subject): StoredSubject {
  if (subject.kind === 'analyzed') return { kind: 'analyzed', facts: storedFacts(subject.facts) };
  if (subject.kind !== 'ambiguous') return subject;
  const { facts, ...ambiguous } = subject;
  return facts === undefined ? ambiguous : { ...ambiguous, facts: storedFacts(facts) };
}

const storedFacts = ({ createdAt, controls, ...facts }: McpFacts): StoredFacts => ({
  ...facts,
  createdAt: createdAt.toISOString(),
  controls: Object.fromEntries(controls),
});

/** The subject of a stored item, to evaluate it again. */
export function subjectOfRecord(stored: StoredSubject): Subject {
  if (stored.kind === 'analyzed') return { kind: 'analyzed', facts: factsOf(stored.facts) };
  if (stored.kind !== 'ambiguous') return stored;
  const { facts, ...ambiguous } = stored;
  return facts === undefined ? ambiguous : { ...ambiguous, facts: factsOf(facts) };
}

const factsOf = ({ createdAt, controls, ...facts }: StoredFacts): McpFacts => ({
  ...facts,
  createdAt: new Date(createdAt),
  controls: new Map(Object.entries(controls)),
});

export const usedPolicy = (policy: StoredPolicy): UsedPolicy => ({
  id: policy.id,
  name: policy.name,
  action: policy.action,
  targetType: policy.targetType,
  targetValue: policy.targetValue,
  priority: policy.priority,
  enabled: policy.enabled,
  environments: policy.environments,
  expiresAt: policy.expiresAt?.toISOString() ?? null,
  createdAt: policy.createdAt.toISOString(),
});

/** A stored policy, to evaluate with it again. */
export const policyOfRecord = (used: UsedPolicy): StoredPolicy => ({
  ...used,
  expiresAt: used.expiresAt === null ? null : new Date(used.expiresAt),
  createdAt: new Date(used.createdAt),
});
