import type { McpFacts } from '../policies/mcp-facts.js';
import type { NameKind } from '../mcps/server-name.js';
import type { EvaluatedItem } from './evaluated-item.js';
import type { StoredPolicy, Warning } from './policy-evaluation.js';
import type { Subject } from './subject.js';

/** A policy as an evaluation used it. */
export interface UsedPolicy extends Omit<StoredPolicy, 'expiresAt' | 'createdAt'> {
  /** RFC 3339. */
  readonly expiresAt: string | null;
  readonly createdAt: string;
}

/** What an item was understood as; null for what is not known. */
export interface Understood {
  readonly as: NameKind;
  readonly mcp: { readonly id: string; readonly name: string } | null;
  readonly version: {
    readonly id: string;
    readonly visible_version: string;
    readonly semver: string | null;
  } | null;
  /** The analysis that was evaluated. */
  readonly snapshot_id: string | null;
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

/** An item of an evaluation as it is stored: its decision, and what that depended on. */
export interface StoredItem {
  readonly name: string;
  readonly version: string;
  readonly result: 'ALLOWED' | 'DENIED';
  readonly reason?: string;
  readonly policy?: { readonly id: string; readonly name: string };
  readonly warnings: readonly Warning[];
  readonly globalScore: number | null;
  readonly understood: Understood;
  readonly subject: StoredSubject;
}

/** What an item was understood as. */
function understoodOf({ resolved: { as, server, version, subject } }: EvaluatedItem): Understood {
  const hasFacts = 'facts' in subject;
  // Of an ambiguous name nothing is said, unless the newest version was judged: nothing was chosen.
  if (subject.kind === 'ambiguous' && !hasFacts) return { as, mcp: null, version: null, snapshot_id: null };
  return {
    as,
    mcp: server === undefined ? null : { id: server.id, name: server.name },
    version:
      version === undefined
        ? null
        : { id: version.id, visible_version: version.visibleVersion, semver: version.semver },
    snapshot_id: hasFacts ? (version?.snapshot?.id ?? null) : null,
  };
}

export function storedItem(item: EvaluatedItem): StoredItem {
  const { name, version, result, reason, policy, warnings, globalScore, resolved } = item;
  return {
    name,
    version,
    result,
    ...(reason !== undefined && { reason }),
    ...(policy !== undefined && { policy }),
    warnings,
    globalScore,
    understood: understoodOf(item),
    subject: storedSubject(resolved.subject),
  };
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
