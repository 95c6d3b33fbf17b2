import { badRequest } from '../../../common/errors/api-error.js';
import { parseTimestamp } from '../../../common/values/timestamp.js';
import { DEFAULT_PRIORITY, type ChangePolicyRequest, type CreatePolicyRequest } from './policies.dto.js';
import type { PolicyAction } from './policy.entity.js';
import { isTargetType, parsePolicyTarget, TARGET_TYPES, targetRule } from './targets/policy-targets.js';

// RFC 3339 has four-digit years.
const LAST_MOMENT = new Date('9999-12-31T23:59:59.999Z');

/** The terms of a policy. */
export interface PolicyTerms {
  readonly name: string;
  readonly description: string;
  readonly action: PolicyAction;
  readonly targetType: string;
  readonly targetValue: string;
  readonly priority: number;
  readonly enabled: boolean;
  readonly environments: string[];
  /** Null except for exceptions (ALLOW), like `expiresAt`. */
  readonly reason: string | null;
  readonly expiresAt: Date | null;
}

/**
 * The terms of a new policy.
 * @param path of the policy in the request, with a dot at its end; empty for the whole body
 * @throws 400 for terms that contradict each other
 */
export const newTerms = (request: CreatePolicyRequest, now: Date, path = ''): PolicyTerms =>
  checked(
    {
      name: request.name,
      description: request.description ?? '',
      action: request.action,
      targetType: request.target_type,
      targetValue: request.target_value,
      priority: request.priority ?? DEFAULT_PRIORITY,
      enabled: request.enabled ?? true,
      environments: request.environments ?? [],
      reason: request.reason ?? null,
      expiresAt: parseTimestamp(request.expires_at) ?? null,
    },
    null,
    now,
    path,
  );

/**
 * The terms of a policy after a change. The reason and expiry of an exception are dropped when it becomes another
 * action.
 * @throws 400 for terms that contradict each other
 */
export function changedTerms(current: PolicyTerms, request: ChangePolicyRequest, now: Date): PolicyTerms {
  const action = request.action ?? current.action;
  const kept = action === 'ALLOW' ? current : { reason: null, expiresAt: null };
  return checked(
    {
      name: request.name ?? current.name,
      description: request.description ?? current.description,
      action,
      targetType: request.target_type ?? current.targetType,
      targetValue: request.target_value ?? current.targetValue,
      priority: request.priority ?? current.priority,
      enabled: request.enabled ?? current.enabled,
      environments: request.environments ?? current.environments,
      reason: request.reason === undefined ? kept.reason : request.reason,
      expiresAt:
        request.expires_at === undefined ? kept.expiresAt : (parseTimestamp(request.expires_at) ?? null),
    },
    current.expiresAt,
    now,
  );
}

/**
 * Validates terms.
 * @param expiry the current expiry of an existing exception, which may have passed
 */
function checked(terms: PolicyTerms, expiry: Date | null, now: Date, path = ''): PolicyTerms {
  const refused = (field: string, rule: string) => badRequest(`${path}${field}`, rule);
  const { action, targetType, targetValue, reason, expiresAt } = terms;
  if (!isTargetType(targetType)) throw refused('target_type', `must be one of ${TARGET_TYPES.join(', ')}`);
  if (parsePolicyTarget(targetType, targetValue) === undefined) {
    throw refused('target_value', targetRule(targetType));
  }
  if (action !== 'ALLOW') {
    if (reason !== null) throw refused('reason', 'is for policies with the action ALLOW only');
    if (expiresAt !== null) throw refused('expires_at', 'is for policies with the action ALLOW only');
    return terms;
  }
  if (reason === null) throw refused('reason', 'must say why there is an exception (ALLOW)');
  if (expiresAt === null) throw refused('expires_at', 'must say when the exception (ALLOW) ends');
  if (expiresAt > LAST_MOMENT) throw refused('expires_at', 'must be before the year 10000');
  if (expiresAt <= now && expiresAt.getTime() !== expiry?.getTime()) {
    throw refused('expires_at', 'must be in the future');
  }
  return terms;
}
