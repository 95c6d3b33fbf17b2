import { Injectable } from '@nestjs/common';
import { badRequest, notFound } from '../../../common/errors/api-error.js';
import { currentDate } from '../../../common/values/clock.js';
import { newTerms } from '../policies/policy-terms.js';
import { PoliciesRepository } from '../policies/policies.repository.js';
import { appliedPolicies } from '../evaluation/applied-policies.js';
import { MAX_ITEMS } from '../evaluation/items.js';
import { ServersReadModel } from '../evaluation/servers.read-model.js';
import { Evaluator } from '../evaluation/evaluator.js';
import type { EvaluatedItem } from '../evaluation/evaluated-item.js';
import { appliedView } from '../evaluation-records/evaluation.mapper.js';
import { PolicySet, type StoredPolicy } from '../evaluation/policy-set.js';
import type { PolicyTrialRequest, PolicyTrialView, TrialDecision, TrialServer } from './policy-trial.dto.js';

/** Where a policy without environments is tried: it applies everywhere. */
const DEFAULT_ENVIRONMENT = 'production';

/** Tries draft policies on the MCPs of an organization (hub contract 35). */
@Injectable()
export class PoliciesDryRunService {
  constructor(
    private readonly policies: PoliciesRepository,
    private readonly servers: ServersReadModel,
    private readonly evaluator: Evaluator,
  ) {}

  /**
   * How the newest versions of the organization's MCPs would be evaluated, before and after. Changes and records nothing.
   * @throws 400 for contradictory terms of a draft, or if neither environment nor policy_id is given; 404 for an unknown
   * policy_id
   */
  async run(orgId: string, request: PolicyTrialRequest): Promise<PolicyTrialView> {
    const now = currentDate();
    const stored = await this.storedPolicy(orgId, request);
    const environment = environmentOf(request, stored);
    const drafts = request.policies.map((draft, index): StoredPolicy => ({
      // No policy has this id; equal priorities are evaluated in the order of the drafts, after existing policies.
      id: `00000000-0000-0000-0000-${String(index + 1).padStart(12, '0')}`,
      ...newTerms(draft, now, `policies.${index}.`),
      createdAt: now,
    }));
    const current = await this.policies.listEnabled(orgId);
    const without = [...(request.without ?? []), ...stored.map(({ id }) => id)];
    const kept = current.filter(({ id }) => !without.includes(id));
    const before = new PolicySet(current, environment, now);
    const changed = [...kept, ...stored, ...drafts];
    const after = new PolicySet(changed, environment, now);
    const { total, names } = await this.servers.ownServers(orgId, MAX_ITEMS);
    const items = names.map((name) => ({ name, version: 'latest' }));
    const pairs = await this.evaluator.compare(orgId, items, [before, after]);
    return {
      environment,
      ...appliedView(appliedPolicies(changed, environment, after)),
      policies_applied_before: before.applied,
      total,
      evaluated: pairs.length,
      denied_before: pairs.filter(([first]) => first.result === 'DENIED').length,
      denied_after: pairs.filter(([, second]) => second.result === 'DENIED').length,
      mcps: pairs.map(comparedServer),
    };
  }

  /** The stored policy as if it were enabled; nothing if the request names none. */
  private async storedPolicy(
    orgId: string,
    { policy_id: id }: PolicyTrialRequest,
  ): Promise<readonly StoredPolicy[]> {
    if (id === undefined) return [];
    const policy = await this.policies.find(orgId, id);
    if (policy === undefined) throw notFound('policy');
    const { enabled: _enabled, ...terms } = policy;
    return [{ ...terms, enabled: true }];
  }
}

/** The environment of a request, or else the first one in which its stored policy applies. */
function environmentOf(request: PolicyTrialRequest, stored: readonly StoredPolicy[]): string {
  if (request.environment !== undefined) return request.environment;
  const [policy] = stored;
  if (policy === undefined) throw badRequest('environment', 'is required without policy_id');
  return policy.environments[0] ?? DEFAULT_ENVIRONMENT;
}

const decisionOf = ({ result, reason, policy }: EvaluatedItem): TrialDecision => ({
  result,
  reason: result === 'DENIED' ? (reason ?? null) : null,
  matched_policy: result === 'DENIED' ? (policy ?? null) : null,
});

function comparedServer([before, after]: readonly [EvaluatedItem, EvaluatedItem]): TrialServer {
  return {
    name: before.name,
    visible_version: before.understood.version?.visible_version ?? null,
    changed: before.result !== after.result,
    before: decisionOf(before),
    after: decisionOf(after),
  };
}
