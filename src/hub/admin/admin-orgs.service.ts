import { Injectable } from '@nestjs/common';
import { badRequest, conflict, notFound } from '../../common/errors/api-error.js';
import { defined } from '../../common/values/defined.js';
import { isUniqueViolation } from '../../storage/database/database-errors.js';
import { HubChanges } from '../../access/hub-changes.js';
import type { UserCaller } from '../../access/hub-principal.js';
import { actorOf } from '../audit/actor.js';
import type { Plan, AccountStatus } from '../../access/accounts.js';
import { AuditService } from '../audit/audit.service.js';
import { changesBetween } from '../audit/changes.js';
import {
  HubOrganizationsRepository,
  type OrganizationSummary,
  type OrganizationChange,
} from '../orgs/hub-organizations.repository.js';
import { organizationView } from '../orgs/organization.mapper.js';
import type { OrganizationView } from '../orgs/organizations.dto.js';
import type {
  AdminChangeOrganizationRequest,
  AdminOrganizationList,
  AdminOrganizationsQuery,
} from './admin-orgs.dto.js';
import { AdminOrganizationsReadModel } from './admin-orgs.read-model.js';

const ACTIONS = {
  ACTIVE: 'organization.activated',
  SUSPENDED: 'organization.suspended',
  DELETED: 'organization.deleted',
} as const satisfies Readonly<Record<AccountStatus, string>>;

/** Administration of organizations (hub contract 18). */
@Injectable()
export class AdminOrganizationsService {
  constructor(
    private readonly changes: HubChanges,
    private readonly organizations: HubOrganizationsRepository,
    private readonly readModel: AdminOrganizationsReadModel,
    private readonly audit: AuditService,
  ) {}

  async list(query: AdminOrganizationsQuery): Promise<AdminOrganizationList> {
    const { total, items } = await this.readModel.list(query);
    return { orgs: items.map(organizationView), total, limit: query.limit, offset: query.offset };
  }

  /** @throws 404 */
  async get(id: string): Promise<OrganizationView> {
    const organization = await this.organizations.find(id);
    if (organization === undefined) throw notFound('organization');
    return organizationView(organization);
  }

  /** @throws 404, 400 for a limit without the Enterprise plan, 409 for the customer of another organization */
  async change(
    principal: UserCaller,
    id: string,
    request: AdminChangeOrganizationRequest,
  ): Promise<OrganizationView> {
    const change = defined({
      name: request.name,
      displayName: request.display_name,
      apiCallsPerMin: request.api_calls_per_min,
      paymentCustomer: request.payment_customer,
    });
    try {
      return await this.alter(principal, id, 'organization.updated', change);
    } catch (error) {
      if (!isUniqueViolation(error, 'organization_payment_customer_key')) throw error;
      throw conflict('payment_customer belongs to another organization');
    }
  }

  /**
   * Changes the plan. The organization's own rate limit is kept for when it is on the Enterprise plan again. @throws
   * 404
   */
  changePlan(principal: UserCaller, id: string, plan: Plan): Promise<OrganizationView> {
    return this.alter(principal, id, 'organization.plan_changed', { plan });
  }

  /**
   * Suspends, activates or deletes an organization. The slug of a deleted one stays taken, because its packages have
   * it; its payment customer becomes available to another organization. @throws 404
   */
  setStatus(principal: UserCaller, id: string, status: AccountStatus): Promise<OrganizationView> {
    const change = status === 'DELETED' ? { status, paymentCustomer: null } : { status };
    return this.alter(principal, id, ACTIONS[status], change);
  }

  /** Applies a change; does nothing if the values are current. */
  private alter(
    principal: UserCaller,
    id: string,
    action: `organization.${string}`,
    change: OrganizationChange,
  ): Promise<OrganizationView> {
    return this.changes.run(principal, { organizations: [id] }, async (caller) => {
      const organization = await this.organizations.find(id);
      if (organization === undefined) throw notFound('organization');
      requireEnterpriseForLimit(organization, change);
      const changes = changesBetween(recorded(organization), recorded(change));
      if (changes === undefined) return organizationView(organization);
      const now = new Date();
      await this.organizations.change(id, change, now);
      await this.audit.record({
        orgId: id,
        actor: actorOf(caller),
        action,
        resourceId: id,
        details: { changes },
      });
      return organizationView({ ...organization, ...change, updatedAt: now });
    });
  }
}

/** A change as API fields. */
const recorded = (change: OrganizationChange): object => ({
  name: change.name,
  display_name: change.displayName,
  plan: change.plan,
  status: change.status,
  api_calls_per_min: change.apiCallsPerMin,
  payment_customer: change.paymentCustomer,
});

function requireEnterpriseForLimit(
  { plan }: OrganizationSummary,
  { apiCallsPerMin }: OrganizationChange,
): void {
  if (plan === 'ENTERPRISE' || apiCallsPerMin === undefined || apiCallsPerMin === null) return;
  throw badRequest('api_calls_per_min', 'can be set only for organizations on the Enterprise plan');
}
