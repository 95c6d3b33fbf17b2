import { Injectable } from '@nestjs/common';
import { newTerms } from '../policies/policy-terms.js';
import { PoliciesRepository } from '../policies/policies.repository.js';
import { MAX_ITEMS } from './ci-items.js';
import { CiCatalogReadModel } from './ci-catalog.read-model.js';
import { CiService } from './ci.service.js';
import type { EvaluatedItem } from './evaluated-item.js';
import { PolicySet, type StoredPolicy } from './policy-evaluation.js';
import type { PolicyTrialRequest, PolicyTrialView, TrialDecision, TrialServer } from './policy-trial.dto.js';

/** Tries draft policies on the MCPs of an organization (hub contract 35). */
@Injectable()
export class PolicyTrialService {
  constructor(
    private readonly policies: PoliciesRepository,
    private readonly catalog: CiCatalogReadModel,
    private readonly gate: CiService,
  ) {}

  /**
   * How the newest versions of the organization's MCPs would be evaluated, before and after. Changes and records nothing.
   * @throws 400 for terms of a draft that contradict each other
   */
  async run(orgId: string, request: PolicyTrialRequest): Promise<PolicyTrialView> {
    const { environment, without = [] } = request;
    const now = new Date();
    const drafts = request.policies.map((draft, index): StoredPolicy => ({
      // No policy has this id; equal priorities are evaluated in the order of the drafts, after existing policies.
      id: `00000000-0000-0000-0000-${String(index + 1).padStart(12, '0')}`,
      ...newTerms(draft, now, `policies.${index}.`),
      createdAt: now,
    }));
    const current = await this.policies.listEnabled(orgId);
    const kept = current.filter(({ id }) => !without.includes(id));
    const before = new PolicySet(current, environment, now);
    const after = new PolicySet([...kept, ...drafts], environment, now);
    const { total, names } = await this.catalog.ownServers(orgId, MAX_ITEMS);
    const items = names.map((name) => ({ name, version: 'latest' }));
    const pairs = await this.gate.compare(orgId, items, [before, after]);
    return {
      total,
      evaluated: pairs.length,
      denied_before: pairs.filter(([first]) => first.result === 'DENIED').length,
      denied_after: pairs.filter(([, second]) => second.result === 'DENIED').length,
      mcps: pairs.map(trialServer),
    };
  }
}

const decisionOf = ({ result, reason, policy }: EvaluatedItem): TrialDecision => ({
  result,
  reason: result === 'DENIED' ? (reason ?? null) : null,
  matched_policy: result === 'DENIED' ? (policy ?? null) : null,
});

function trialServer([before, after]: readonly [EvaluatedItem, EvaluatedItem]): TrialServer {
  return {
    name: before.name,
    visible_version: before.resolved.version?.visibleVersion ?? null,
    changed: before.result !== after.result,
    before: decisionOf(before),
    after: decisionOf(after),
  };
}
