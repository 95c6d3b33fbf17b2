import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { conflict, notFound } from '../../common/errors/api-error.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { actorOf, type HubPrincipal } from '../access/hub-principal.js';
import { AuditService } from '../audit/audit.service.js';
import type { PageQuery } from '../page.dto.js';
import type { ChangePolicyRequest, CreatePolicyRequest, PolicyList, PolicyView } from './policies.dto.js';
import { PoliciesRepository } from './policies.repository.js';
import { changedTerms, newTerms } from './policy-terms.js';
import type { Policy } from './policy.entity.js';
import { policyView, recordedChanges, recordedTerms } from './policy.mapper.js';

/** Most policies of an organization: all of them are asked about every server of every evaluation. */
const MAX_POLICIES = 200;

/** A policy of an organization, in a path. */
export interface PolicyPlace {
  readonly orgId: string;
  readonly policyId: string;
}

/** Policies: which servers an organization lets run (hub spec, Policies; decisions, hub 11). */
@Injectable()
export class PoliciesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly policies: PoliciesRepository,
    private readonly audit: AuditService,
  ) {}

  /** In the order in which they are asked. */
  async list(orgId: string, { limit, offset }: PageQuery): Promise<PolicyList> {
    const [policies, total] = await this.policies.list(orgId, limit, offset);
    return { policies: policies.map(policyView), total, limit, offset };
  }

  /** @throws 400 for terms that do not fit together, 409 when the organization has as many as it can */
  async create(principal: HubPrincipal, orgId: string, request: CreatePolicyRequest): Promise<PolicyView> {
    const now = new Date();
    const terms = newTerms(request, now);
    const policy: Policy = { id: randomUUID(), orgId, ...terms, createdAt: now, updatedAt: now };
    await this.uow.run(async () => {
      const obstacle = await this.policies.insert(policy, MAX_POLICIES);
      if (obstacle === 'no organization') throw notFound('organization');
      if (obstacle === 'too many') {
        throw conflict(`the organization has ${MAX_POLICIES} policies, as many as it can; delete one first`);
      }
      await this.record(principal, policy, 'policy.created', recordedTerms(terms));
    });
    return policyView(policy);
  }

  /** @throws 404 */
  async get({ orgId, policyId }: PolicyPlace): Promise<PolicyView> {
    const policy = await this.policies.find(orgId, policyId);
    if (policy === null) throw notFound('policy');
    return policyView(policy);
  }

  /** @throws 400 for terms that do not fit together after the change, 404 */
  change(principal: HubPrincipal, place: PolicyPlace, request: ChangePolicyRequest): Promise<PolicyView> {
    return this.uow.run(async () => {
      const current = await this.lock(place);
      const now = new Date();
      const terms = changedTerms(current, request, now);
      const changes = recordedChanges(current, terms);
      if (Object.keys(changes).length === 0) return policyView(current);
      await this.policies.change(current.orgId, current.id, terms, now);
      await this.record(principal, current, 'policy.updated', { changes });
      return policyView(Object.assign(current, terms, { updatedAt: now }));
    });
  }

  /** @throws 404 */
  async delete(principal: HubPrincipal, place: PolicyPlace): Promise<void> {
    await this.uow.run(async () => {
      const policy = await this.lock(place);
      await this.policies.remove(policy.orgId, policy.id);
      await this.record(principal, policy, 'policy.deleted', recordedTerms(policy));
    });
  }

  private async lock({ orgId, policyId }: PolicyPlace): Promise<Policy> {
    const policy = await this.policies.lock(orgId, policyId);
    if (policy === null) throw notFound('policy');
    return policy;
  }

  private record(
    principal: HubPrincipal,
    { orgId, id }: Policy,
    action: string,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    return this.audit.record({
      orgId,
      actor: actorOf(principal),
      action,
      resourceType: 'policy',
      resourceId: id,
      details,
    });
  }
}
