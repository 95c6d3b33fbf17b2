import { namedEnvironments, NO_ENVIRONMENT } from '../policies/environment-name.js';
import type { PolicySet, StoredPolicy } from './policy-set.js';

/** Something about an evaluation as a whole that its result does not say. */
export interface EvaluationNotice {
  readonly code: 'no_policy_applied';
  readonly message: string;
  /** The environments that policies name: at most the first 20 by name. */
  readonly environments: readonly string[];
}

/** How many policies applied in an evaluation. */
export interface AppliedPolicies {
  readonly count: number;
  readonly warnings: readonly EvaluationNotice[];
}

const MAX_NAMED = 20;

/**
 * How many policies of an organization applied in an environment, with a warning if none did: the result then says
 * nothing but that no built-in rule denies (ADR 87).
 * @param enabled all enabled policies of the organization
 * @param set those in force in the environment
 */
export function appliedPolicies(
  enabled: readonly StoredPolicy[],
  environment: string,
  set: PolicySet,
): AppliedPolicies {
  const count = set.applied;
  return { count, warnings: count > 0 ? [] : [noPolicyApplied(environment, enabled)] };
}

/** @param enabled undefined if it is no longer known which there were */
export function noPolicyApplied(environment: string, enabled?: readonly StoredPolicy[]): EvaluationNotice {
  const judging = enabled?.filter((policy) => policy.enabled && policy.action !== 'ALLOW') ?? [];
  const named = [...namedEnvironments(judging).values()].sort();
  const environments = named.slice(0, MAX_NAMED);
  const more = named.length > MAX_NAMED ? ` and ${named.length - MAX_NAMED} more` : '';
  const why =
    named.length > 0
      ? `; policies are for ${environments.join(', ')}${more}`
      : enabled === undefined
        ? ''
        : '; the organization has no enabled policy that denies or warns';
  const where =
    environment === NO_ENVIRONMENT
      ? ' without an environment'
      : ` in the environment ${JSON.stringify(environment)}`;
  return {
    code: 'no_policy_applied',
    message: `no policy applied${where}${why}`,
    environments,
  };
}
