import { environmentKey } from '../policies/environment-name.js';
import type { McpFacts } from '../policies/mcp-facts.js';
import type { PolicyTarget } from '../policies/targets/policy-target.js';
import { parsePolicyTarget } from '../policies/targets/policy-targets.js';
import type { Subject } from './subjects.js';

/** A policy, as far as an evaluation reads it. Nothing in it is taken to be as it should be. */
export interface StoredPolicy {
  readonly id: string;
  readonly name: string;
  readonly action: string;
  readonly targetType: string;
  readonly targetValue: string;
  readonly priority: number;
  readonly enabled: boolean;
  readonly environments: readonly string[];
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
}

export interface PolicyName {
  readonly id: string;
  readonly name: string;
}

/** What a WARN policy has to say. */
export interface Warning {
  readonly reason: string;
  readonly policy: PolicyName;
}

/** Why a server may not run although no policy says so. */
export type Obstacle = Exclude<Subject['kind'], 'analyzed'> | 'unreadable_policy';

/** What an evaluation says of one server. */
export interface Decision {
  readonly result: 'ALLOWED' | 'DENIED';
  /** Of a denial. */
  readonly reason?: string;
  /** Denied without a policy that decides. */
  readonly obstacle?: Obstacle;
  /** The policy that decides, or that cannot be read. */
  readonly policy?: PolicyName;
  readonly warnings: readonly Warning[];
}

/** Most warnings about one server: those of the first policies in order. */
export const MAX_WARNINGS = 20;

interface Rule {
  readonly policy: PolicyName;
  readonly action: string;
  /** Undefined for what cannot be read. */
  readonly target: PolicyTarget | undefined;
}

const ACTIONS = ['DENY', 'WARN', 'ALLOW'];

const REASONS: Readonly<Record<string, string>> = {
  'not_found mcp': 'there is no such server in the catalog',
  'not_found version': 'the server has no such version',
  'ambiguous mcp': 'several public servers have this name',
  'ambiguous version': 'several commits are meant; name one by its visible version or commit',
  withdrawn: 'the organization of the server is suspended or deleted',
  not_analyzed: 'the version has no complete analysis',
};

/** Policies that are in force at a moment in an environment, read once for many servers. */
export class PolicySet {
  private readonly rules: readonly Rule[];
  private readonly judged = new WeakMap<McpFacts, Decision>();

  constructor(
    policies: readonly StoredPolicy[],
    environment: string,
    private readonly now: Date,
  ) {
    this.rules = policies
      .filter((policy) => isInForce(policy, environment, now))
      .sort(inOrder)
      .map(({ id, name, action, targetType, targetValue }) => ({
        policy: { id, name },
        action,
        target: ACTIONS.includes(action) ? parsePolicyTarget(targetType, targetValue) : undefined,
      }));
  }

  /** Ids of the controls that policies ask about. */
  get controls(): readonly string[] {
    const ids = this.rules.map(({ target }) => target?.control);
    return [...new Set(ids.filter((id) => id !== undefined))];
  }

  /**
   * What is to be said of a server; the same facts are judged once. It fails closed: what cannot be looked up or read is
   * denied (hub contract 12).
   */
  judge(subject: Subject): Decision {
    if (subject.kind === 'analyzed') {
      const decision = this.judged.get(subject.facts) ?? this.judgeFacts(subject.facts);
      this.judged.set(subject.facts, decision);
      return decision;
    }
    const reason = REASONS['what' in subject ? `${subject.kind} ${subject.what}` : subject.kind];
    return { result: 'DENIED', reason: reason ?? subject.kind, obstacle: subject.kind, warnings: [] };
  }

  /** The first DENY or ALLOW that matches decides; every WARN that matches is told, also those that come later. */
  private judgeFacts(facts: McpFacts): Decision {
    const warnings: Warning[] = [];
    let decision: Omit<Decision, 'warnings'> | undefined;
    for (const { policy, action, target } of this.rules) {
      if (target === undefined) {
        decision ??= {
          result: 'DENIED',
          reason: 'the policy cannot be read; correct or delete it',
          obstacle: 'unreadable_policy',
          policy,
        };
        continue;
      }
      // What nobody is told need not be found out.
      if (action === 'WARN' ? warnings.length === MAX_WARNINGS : decision !== undefined) continue;
      const match = target.match(facts, this.now);
      if (match === undefined) continue;
      if (action === 'WARN') {
        warnings.push({ reason: match.because, policy });
      } else if (action === 'DENY') {
        decision = { result: 'DENIED', reason: match.because, policy };
      } else if (match.certain) {
        decision = { result: 'ALLOWED', policy };
      }
    }
    return { ...(decision ?? { result: 'ALLOWED' }), warnings };
  }
}

/** What policies say of one server: no policy that matches, no objection (hub contract 11). */
export const evaluate = (
  policies: readonly StoredPolicy[],
  subject: Subject,
  now: Date,
  environment: string,
): Decision => new PolicySet(policies, environment, now).judge(subject);

/** An exception (ALLOW) without an end would never be looked at again: it does not count, like one that is over. */
function isInForce(policy: StoredPolicy, environment: string, now: Date): boolean {
  const { enabled, environments, action, expiresAt } = policy;
  if (!enabled) return false;
  if (action === 'ALLOW' && (expiresAt === null || expiresAt <= now)) return false;
  const key = environmentKey(environment);
  return environments.length === 0 || environments.some((name) => environmentKey(name) === key);
}

function inOrder(a: StoredPolicy, b: StoredPolicy): number {
  if (a.priority !== b.priority) return a.priority - b.priority;
  const age = a.createdAt.getTime() - b.createdAt.getTime();
  if (age !== 0) return age;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}
