import { BUILT_IN_RULES, NO_SERVER as NO_SERVER_REASON, type RuleName } from '@mcp-hub/client-configurations';
import { environmentKey } from '../policies/environment-name.js';
import type { McpFacts } from '../policies/mcp-facts.js';
import type { PolicyTarget } from '../policies/targets/policy-target.js';
import { parsePolicyTarget } from '../policies/targets/policy-targets.js';
import { newestReason } from './newest-reason.js';
import type { Subject } from './subject.js';

/** A policy as an evaluation reads it from the database. Its values are not trusted to be valid. */
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

/** The warning of a WARN policy. */
export interface Warning {
  readonly reason: string;
  readonly policy: RuleName;
}

/** The built-in rule by which a server is denied without a policy that denies it. */
export type BuiltInDenial = Exclude<Subject['kind'], 'analyzed'> | 'unreadable_policy' | 'no_server';

/** The result of an evaluation for one server. */
export interface Decision {
  readonly result: 'ALLOWED' | 'DENIED';
  /** For a denial only. */
  readonly reason?: string;
  /** For a denial without a deciding policy. */
  readonly builtIn?: BuiltInDenial;
  /** What decides: a policy or, for a denial without one, a built-in rule. */
  readonly policy?: RuleName;
  readonly warnings: readonly Warning[];
}

/** Maximum number of warnings for one server: those of the first policies in order. */
export const MAX_WARNINGS = 20;

interface Rule {
  readonly policy: RuleName;
  readonly action: string;
  /** Undefined for an unreadable policy. */
  readonly target: PolicyTarget | undefined;
}

const ACTIONS = ['DENY', 'WARN', 'ALLOW'];

const REASONS: Readonly<Record<string, string>> = {
  'not_found mcp': 'there is no such server in the catalog',
  'not_found version': 'the server has no such version',
  'ambiguous mcp': 'several public servers have this name',
  'ambiguous version': 'several commits match; use the visible version or the full commit',
  withdrawn: 'the organization of the server is suspended or deleted',
  not_analyzed: 'the version is not analyzed yet',
  analysis_failed: 'the analysis of the version failed',
  incomplete_analysis: 'the version has no complete analysis',
};

const NO_SERVER: Omit<Decision, 'warnings'> = {
  result: 'DENIED',
  reason: NO_SERVER_REASON,
  builtIn: 'no_server',
  policy: BUILT_IN_RULES.no_server,
};

/** The policies in force at a time in an environment, parsed once for many servers. */
export class PolicySet {
  /** Those in force, in the order of evaluation. */
  readonly policies: readonly StoredPolicy[];
  private readonly rules: readonly Rule[];
  private readonly decisions = new WeakMap<McpFacts, Decision>();

  constructor(
    policies: readonly StoredPolicy[],
    environment: string,
    private readonly now: Date,
  ) {
    this.policies = policies.filter((policy) => isInForce(policy, environment, now)).sort(inOrder);
    this.rules = this.policies.map(({ id, name, action, targetType, targetValue }) => ({
      policy: { id, name },
      action,
      target: ACTIONS.includes(action) ? parsePolicyTarget(targetType, targetValue) : undefined,
    }));
  }

  /**
   * How many policies applied. Exceptions are not counted: they lift what policies deny, and decide nothing without one. A
   * policy that cannot be read denies, and so it applies.
   */
  get applied(): number {
    return this.policies.filter(({ action }) => action !== 'ALLOW').length;
  }

  /** Ids of the controls and names of other facts that the policies refer to. */
  get controls(): readonly string[] {
    const ids = this.rules.map(({ target }) => target?.control);
    return [...new Set(ids.filter((id) => id !== undefined))];
  }

  /** The minimum ages of versions in days that the policies refer to: a decision changes when a version reaches one. */
  get ages(): readonly number[] {
    const ages = this.policies.map(({ targetType }, index) =>
      targetType === 'AGE' ? this.rules[index]?.target?.value : undefined,
    );
    return [...new Set(ages.filter((age) => typeof age === 'number'))];
  }

  /** When the first of the exceptions ends; undefined without any. */
  get firstEnd(): Date | undefined {
    const ends = this.policies.flatMap(({ action, expiresAt }) =>
      action === 'ALLOW' && expiresAt !== null ? [expiresAt.getTime()] : [],
    );
    return ends.length === 0 ? undefined : new Date(Math.min(...ends));
  }

  /**
   * Decides about a server; the same facts are evaluated once. Fails closed: a server that cannot be looked up, or a
   * policy that is unreadable, means a denial (hub contract 12).
   */
  evaluate(subject: Subject): Decision {
    if (subject.kind === 'analyzed') return this.evaluateOnce(subject.facts);
    const { kind } = subject;
    if (kind === 'ambiguous' && subject.facts !== undefined) {
      const decision = this.evaluateOnce(subject.facts);
      if (decision.result === 'DENIED') return decision;
    }
    return {
      result: 'DENIED',
      reason: reasonOf(subject),
      builtIn: kind,
      policy: BUILT_IN_RULES[kind],
      warnings: [],
    };
  }

  private evaluateOnce(facts: McpFacts): Decision {
    const decision = this.decisions.get(facts) ?? this.evaluateFacts(facts);
    this.decisions.set(facts, decision);
    return decision;
  }

  /**
   * The first matching DENY or ALLOW decides; without one, the server is allowed (hub contract 11). Every matching WARN is
   * reported, including those after the decision.
   */
  private evaluateFacts(facts: McpFacts): Decision {
    const warnings: Warning[] = [];
    let decision: Omit<Decision, 'warnings'> | undefined;
    for (const { policy, action, target } of this.rules) {
      if (target === undefined) {
        decision ??= {
          result: 'DENIED',
          reason: `the policy ${policy.name} (${policy.id}) cannot be read; correct or delete it`,
          builtIn: 'unreadable_policy',
          policy: BUILT_IN_RULES.unreadable_policy,
        };
        continue;
      }
      // Skip policies whose match would not be reported.
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
    // No exception lifts it: a policy is about servers.
    if (facts.isServer === false && decision?.result !== 'DENIED') decision = NO_SERVER;
    return { ...(decision ?? { result: 'ALLOWED' }), warnings };
  }
}

function reasonOf(subject: Exclude<Subject, { kind: 'analyzed' }>): string {
  if (subject.kind === 'revoked')
    return `the version is revoked${subject.reason === '' ? '' : `: ${subject.reason}`}`;
  const newest = newestReason(subject);
  if (newest !== undefined) return newest;
  return REASONS['what' in subject ? `${subject.kind} ${subject.what}` : subject.kind] ?? subject.kind;
}

/** Ignores an exception (ALLOW) without an expiry, which would never be reviewed again, like an expired one. */
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
