import { Injectable } from '@nestjs/common';
import { badRequest, conflict, notFound } from '../../common/errors/api-error.js';
import { isUniqueViolation } from '../../storage/database/database-errors.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { actorOf, type UserCaller } from '../access/hub-principal.js';
import type { Plan } from '../access/plan.js';
import type { Standing } from '../access/standing.js';
import { AuditService } from '../audit/audit.service.js';
import { organizationView } from '../orgs/organization.mapper.js';
import type { OrganizationView } from '../orgs/organizations.dto.js';
import type {
  AdminChangeOrganizationRequest,
  AdminOrganizationList,
  AdminOrganizationsQuery,
} from './admin-orgs.dto.js';
import { AdminOrganizationsReadModel } from './admin-orgs.read-model.js';
import {
  AdminOrganizationsRepository,
  type LockedOrganization,
  type OrganizationChange,
} from './admin-orgs.repository.js';
import { differences } from './differences.js';

const ACTIONS: Readonly<Record<Standing, string>> = {
  ACTIVE: 'organization.activated',
  SUSPENDED: 'organization.suspended',
  DELETED: 'organization.deleted',
};

/** Organizations, for administrators of the platform (hub spec, Admin; decisions, hub 18). */
@Injectable()
export class AdminOrganizationsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly organizations: AdminOrganizationsRepository,
    private readonly known: AdminOrganizationsReadModel,
    private readonly audit: AuditService,
  ) {}

  async list(query: AdminOrganizationsQuery): Promise<AdminOrganizationList> {
    const { total, items } = await this.known.list(query);
    return { orgs: items.map(organizationView), total, limit: query.limit, offset: query.offset };
  }

  /** @throws 404 */
  async get(id: string): Promise<OrganizationView> {
    const organization = await this.known.find(id);
    if (organization === undefined) throw notFound('organization');
    return organizationView(organization);
  }

  /** @throws 404, 400 for a limit without the Enterprise plan, 409 for the customer of another organization */
  async change(
    caller: UserCaller,
    id: string,
    request: AdminChangeOrganizationRequest,
  ): Promise<OrganizationView> {
    const { name, display_name: displayName } = request;
    const { api_calls_per_min: apiCallsPerMin, payment_customer: paymentCustomer } = request;
    const change = {
      ...(name !== undefined && { name }),
      ...(displayName !== undefined && { displayName }),
      ...(apiCallsPerMin !== undefined && { apiCallsPerMin }),
      ...(paymentCustomer !== undefined && { paymentCustomer }),
    };
    try {
      return await this.alter(caller, id, 'organization.updated', change);
    } catch (error) {
      if (!isUniqueViolation(error, 'organization_payment_customer_key')) throw error;
      throw conflict('payment_customer is that of another organization');
    }
  }

  /** Its own limit stays for the day on which it is on the Enterprise plan again. @throws 404 */
  changePlan(caller: UserCaller, id: string, plan: Plan): Promise<OrganizationView> {
    return this.alter(caller, id, 'organization.plan_changed', { plan });
  }

  /**
   * Suspends, activates or deletes it. The slug of a deleted one stays taken, as it is that of its packages; its payment
   * customer is free for another. @throws 404
   */
  setStatus(caller: UserCaller, id: string, status: Standing): Promise<OrganizationView> {
    const change = status === 'DELETED' ? { status, paymentCustomer: null } : { status };
    return this.alter(caller, id, ACTIONS[status], change);
  }

  /** What is so already is no change. */
  private alter(
    caller: UserCaller,
    id: string,
    action: string,
    asked: OrganizationChange,
  ): Promise<OrganizationView> {
    return this.uow.run(async () => {
      const organization = await this.organizations.lock(id);
      if (organization === undefined) throw notFound('organization');
      requireEnterpriseForLimit(organization, asked);
      const { change, before } = differences<OrganizationChange>(organization, asked);
      if (Object.keys(change).length === 0) return organizationView(organization);
      const now = new Date();
      await this.organizations.change(id, change, now);
      await this.audit.record({
        orgId: id,
        actor: actorOf(caller),
        action,
        resourceType: 'organization',
        resourceId: id,
        details: { ...recorded(change), before: recorded(before) },
      });
      return organizationView({ ...organization, ...change, updatedAt: now });
    });
  }
}

/** A change as the audit trail keeps it: in the words of the API. */
const recorded = ({ displayName, apiCallsPerMin, paymentCustomer, ...rest }: OrganizationChange): object => ({
  ...rest,
  ...(displayName !== undefined && { display_name: displayName }),
  ...(apiCallsPerMin !== undefined && { api_calls_per_min: apiCallsPerMin }),
  ...(paymentCustomer !== undefined && { payment_customer: paymentCustomer }),
});

function requireEnterpriseForLimit(
  { plan }: LockedOrganization,
  { apiCallsPerMin }: OrganizationChange,
): void {
  if (plan === 'ENTERPRISE' || apiCallsPerMin === undefined || apiCallsPerMin === null) return;
  throw badRequest('api_calls_per_min', 'can be set for organizations on the Enterprise plan alone');
}
