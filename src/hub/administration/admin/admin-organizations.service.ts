import { Injectable } from '@nestjs/common';
import { badRequest, conflict } from '../../../common/errors/api-error.js';
import { defined } from '../../../common/values/defined.js';
import { isUniqueViolation } from '../../../storage/database/database-errors.js';
import type { UserCaller } from '../../../auth/hub/hub-principal.js';
import type { Plan, AccountStatus } from '../../../auth/accounts/accounts.js';
import type {
  OrganizationChange,
  OrganizationSummary,
} from '../../accounts/organizations/hub-organizations.repository.js';
import { organizationView, requestedChange } from '../../accounts/organizations/organization.mapper.js';
import { OrganizationsService } from '../../accounts/organizations/organizations.service.js';
import type { OrganizationView } from '../../accounts/organizations/organizations.dto.js';
import type {
  AdminChangeOrganizationRequest,
  AdminOrganizationList,
  AdminOrganizationsQuery,
} from './admin-organizations.dto.js';
import { AdminOrganizationsReadModel } from './admin-organizations.read-model.js';

const ACTIONS = {
  ACTIVE: 'organization.activated',
  SUSPENDED: 'organization.suspended',
  DELETED: 'organization.deleted',
} as const satisfies Readonly<Record<AccountStatus, string>>;

/** Administration of organizations (hub contract 18). */
@Injectable()
export class AdminOrganizationsService {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly readModel: AdminOrganizationsReadModel,
  ) {}

  async list(query: AdminOrganizationsQuery): Promise<AdminOrganizationList> {
    const { total, items } = await this.readModel.list(query);
    return { orgs: items.map(organizationView), total, limit: query.limit, offset: query.offset };
  }

  /** @throws 404 */
  get(id: string): Promise<OrganizationView> {
    return this.organizations.get(id);
  }

  /** @throws 404, 400 for a limit without the Enterprise plan, 409 for the customer of another organization */
  async change(
    principal: UserCaller,
    id: string,
    request: AdminChangeOrganizationRequest,
  ): Promise<OrganizationView> {
    const { api_calls_per_min: apiCallsPerMin, payment_customer: paymentCustomer } = request;
    const change = { ...requestedChange(request), ...defined({ apiCallsPerMin, paymentCustomer }) };
    try {
      return await this.organizations.apply(principal, id, 'organization.updated', change, (organization) =>
        requireEnterpriseForLimit(organization, change),
      );
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
    return this.organizations.apply(principal, id, 'organization.plan_changed', { plan });
  }

  /**
   * Suspends, activates or deletes an organization. The slug of a deleted one stays taken, because its packages have
   * it; its payment customer becomes available to another organization. @throws 404
   */
  setStatus(principal: UserCaller, id: string, status: AccountStatus): Promise<OrganizationView> {
    const change = status === 'DELETED' ? { status, paymentCustomer: null } : { status };
    return this.organizations.apply(principal, id, ACTIONS[status], change);
  }
}

function requireEnterpriseForLimit(
  { plan }: OrganizationSummary,
  { apiCallsPerMin }: OrganizationChange,
): void {
  if (plan === 'ENTERPRISE' || apiCallsPerMin === undefined || apiCallsPerMin === null) return;
  throw badRequest('api_calls_per_min', 'can be set only for organizations on the Enterprise plan');
}
