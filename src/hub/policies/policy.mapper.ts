import type { PolicyView } from './policies.dto.js';
import type { PolicyTerms } from './policy-terms.js';
import type { Policy } from './policy.entity.js';

/** What a policy says, in the words of the API. */
const termsView = (terms: PolicyTerms) => ({
  name: terms.name,
  description: terms.description,
  action: terms.action,
  target_type: terms.targetType,
  target_value: terms.targetValue,
  priority: terms.priority,
  enabled: terms.enabled,
  environments: terms.environments,
  reason: terms.reason,
  expires_at: terms.expiresAt?.toISOString() ?? null,
});

/** The terms of a policy as the audit trail keeps them. */
export const recordedTerms = (terms: PolicyTerms): Record<string, unknown> => termsView(terms);

/** What differs between two terms, each as `{from, to}`, as the audit trail keeps it. */
export function recordedChanges(before: PolicyTerms, after: PolicyTerms): Record<string, unknown> {
  const [from, to] = [recordedTerms(before), recordedTerms(after)];
  const changed = Object.keys(to).filter((key) => JSON.stringify(from[key]) !== JSON.stringify(to[key]));
  return Object.fromEntries(changed.map((key) => [key, { from: from[key], to: to[key] }]));
}

/** A policy as it is answered. */
export const policyView = (policy: Policy): PolicyView => ({
  id: policy.id,
  org_id: policy.orgId,
  ...termsView(policy),
  created_at: policy.createdAt.toISOString(),
  updated_at: policy.updatedAt.toISOString(),
});
