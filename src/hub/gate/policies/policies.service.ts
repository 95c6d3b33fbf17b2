import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { conflict, notFound } from '../../../common/errors/api-error.js';
import { currentDate } from '../../../common/values/clock.js';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { actorOf } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { changesBetween } from '../../audit/events/changes.js';
import type { SearchedPageQuery } from '../../platform/http/page.dto.js';
import type { ChangePolicyRequest, CreatePolicyRequest, PolicyList, PolicyView } from './policies.dto.js';
import { PoliciesRepository } from './policies.repository.js';
import { changedTerms, newTerms } from './policy-terms.js';
import type { Policy } from './policy.entity.js';
import { policyView, termsView } from './policy.mapper.js';

/** Maximum number of policies of an organization: each evaluation applies all of them to every server. */
const MAX_POLICIES = 200;

/** Path parameters of a policy. */
export interface PolicyPath {
  readonly orgId: string;
  readonly policyId: string;
}

/** Policies decide which servers an organization allows (hub contract 11). */
@Injectable()
export class PoliciesService {
  constructor(
    private readonly changes: HubChanges,
    private readonly policies: PoliciesRepository,
    private readonly audit: AuditService,
  ) {}

  /** In the order of evaluation. */
  async list(orgId: string, page: SearchedPageQuery): Promise<PolicyList> {
    const { items, total } = await this.policies.list(orgId, page);
    return { policies: items.map(policyView), total, limit: page.limit, offset: page.offset };
  }

  /** @throws 400 for terms that contradict each other, 409 when the organization has the maximum number */
  async create(principal: HubPrincipal, orgId: string, request: CreatePolicyRequest): Promise<PolicyView> {
    const now = currentDate();
    const terms = newTerms(request, now);
    const policy: Policy = { id: randomUUID(), orgId, ...terms, createdAt: now, updatedAt: now };
    await this.changes.run(principal, { organizations: [orgId] }, async (caller) => {
      if ((await this.policies.count(orgId)) >= MAX_POLICIES) {
        throw conflict(`the organization has ${MAX_POLICIES} policies, the maximum; delete one first`);
      }
      await this.policies.insert(policy);
      await this.audit.record({
        orgId,
        actor: actorOf(caller),
        action: 'policy.created',
        resourceId: policy.id,
        details: termsView(terms),
      });
    });
    return policyView(policy);
  }

  /** @throws 404 */
  async get({ orgId, policyId }: PolicyPath): Promise<PolicyView> {
    const policy = await this.policies.find(orgId, policyId);
    if (policy === undefined) throw notFound('policy');
    return policyView(policy);
  }

  /** @throws 400 for terms that contradict each other after the change, 404 */
  change(principal: HubPrincipal, path: PolicyPath, request: ChangePolicyRequest): Promise<PolicyView> {
    return this.changes.run(principal, { organizations: [path.orgId] }, async (caller) => {
      const current = await this.lock(path);
      const now = currentDate();
      const terms = changedTerms(current, request, now);
      const changes = changesBetween(termsView(current), termsView(terms));
      if (changes === undefined) return policyView(current);
      const { orgId, id } = current;
      await this.policies.change(orgId, id, terms, now);
      const actor = actorOf(caller);
      await this.audit.record({
        orgId,
        actor,
        action: 'policy.updated',
        resourceId: id,
        details: { changes },
      });
      return policyView(Object.assign(current, terms, { updatedAt: now }));
    });
  }

  /** @throws 404 */
  async remove(principal: HubPrincipal, path: PolicyPath): Promise<void> {
    await this.changes.run(principal, { organizations: [path.orgId] }, async (caller) => {
      const policy = await this.lock(path);
      const { orgId, id } = policy;
      await this.policies.delete(orgId, id);
      const actor = actorOf(caller);
      const details = termsView(policy);
      await this.audit.record({ orgId, actor, action: 'policy.deleted', resourceId: id, details });
    });
  }

  private async lock({ orgId, policyId }: PolicyPath): Promise<Policy> {
    const policy = await this.policies.lock(orgId, policyId);
    if (policy === undefined) throw notFound('policy');
    return policy;
  }
}
