import type { PolicyView } from './policies.dto.js';
import type { PolicyTerms } from './policy-terms.js';
import type { Policy } from './policy.entity.js';

/** The terms of a policy as API fields. */
export const termsView = (terms: PolicyTerms) => ({
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

/** A policy in responses. */
export const policyView = (policy: Policy): PolicyView => ({
  id: policy.id,
  org_id: policy.orgId,
  ...termsView(policy),
  created_at: policy.createdAt.toISOString(),
  updated_at: policy.updatedAt.toISOString(),
});
