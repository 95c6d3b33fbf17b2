import { dayOf, endOfDay } from '../../ui/calendar-day.ts';
import type { Policy, PolicyRequest, TrialRequest } from './policies.queries.ts';
import { itemsOf, POLICY_TARGETS, type PolicyTarget } from './policy-targets.ts';

/** A policy while it is edited: the values of its fields. */
export interface PolicyDraft {
  readonly name: string;
  readonly description: string;
  readonly action: Policy['action'];
  readonly type: PolicyTarget;
  readonly value: string;
  readonly priority: string;
  readonly isEnabled: boolean;
  /** With commas between. */
  readonly environments: string;
  readonly reason: string;
  /** Day on which an exception ends. */
  readonly until: string;
}

/** A new policy. */
export const newDraft = (priority: number, until: string): PolicyDraft => ({
  name: '',
  description: '',
  action: 'DENY',
  type: 'CERT_LEVEL',
  value: POLICY_TARGETS.CERT_LEVEL.initial,
  priority: String(priority),
  isEnabled: true,
  environments: '',
  reason: '',
  until,
});

/** A policy as a draft; `until` is for policies without an end. */
export const draftOf = (policy: Policy, until: string): PolicyDraft => ({
  name: policy.name,
  description: policy.description,
  action: policy.action,
  type: policy.target_type,
  value: policy.target_value,
  priority: String(policy.priority),
  isEnabled: policy.enabled,
  environments: policy.environments.join(', '),
  reason: policy.reason ?? '',
  until: policy.expires_at === null ? until : dayOf(new Date(policy.expires_at)),
});

/** The request of a draft. Only exceptions have a reason and an end. */
export const requestOf = (draft: PolicyDraft): PolicyRequest => ({
  name: draft.name.trim(),
  description: draft.description.trim(),
  action: draft.action,
  target_type: draft.type,
  target_value: draft.value.trim(),
  priority: Number.parseInt(draft.priority, 10) || 0,
  enabled: draft.isEnabled,
  environments: itemsOf(draft.environments),
  reason: draft.action === 'ALLOW' ? draft.reason.trim() : null,
  expires_at: draft.action === 'ALLOW' && draft.until !== '' ? endOfDay(draft.until) : null,
});

/** The request that a preview sends: enabled, and with what a draft may still lack. */
export const trialOf = (draft: PolicyDraft): PolicyRequest => {
  const request = requestOf(draft);
  return {
    ...request,
    name: 'this policy',
    description: '',
    enabled: true,
    ...(request.action === 'ALLOW' && request.reason === '' && { reason: 'Draft' }),
  };
};

/** The largest priority. Policies are evaluated in ascending order, so this one comes last. */
const LAST_PRIORITY = 2_147_483_647;

/** The trial of a new policy that nobody has edited: after all others, whatever their priorities are. */
export const newPolicyTrial = (): TrialRequest => ({
  environment: 'production',
  policies: [trialOf(newDraft(LAST_PRIORITY, ''))],
});
