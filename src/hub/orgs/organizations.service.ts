import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ApiError, conflict, notFound } from '../../common/errors/api-error.js';
import { defined } from '../../common/values/defined.js';
import { isUniqueViolation } from '../../storage/database/database-errors.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { actorOf, type HubPrincipal, type UserCaller } from '../access/hub-principal.js';
import type { Plan } from '../access/plan.js';
import { PERMISSIONS, ROLES } from '../access/roles.js';
import { AuditService } from '../audit/audit.service.js';
import { changesBetween } from '../audit/changes.js';
import { organizationView } from './organization.mapper.js';
import type {
  ChangeOrganizationRequest,
  CreateOrganizationRequest,
  OrganizationList,
  OrganizationView,
  RoleList,
} from './organizations.dto.js';
import { HubOrganizationsRepository, type NewOrganization } from './hub-organizations.repository.js';

// By one user, of those that they still own.
const MAX_BEGUN = 100;

/** Organizations (hub spec, Organizations; decisions, hub 5). */
@Injectable()
export class OrganizationsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly organizations: HubOrganizationsRepository,
    private readonly audit: AuditService,
  ) {}

  /**
   * Begins an organization on its creator's plan, with them as its owner.
   * @throws 403 unless they are on the Enterprise plan, 409 for a slug that is taken in any spelling, and at 100 begun.
   */
  create(caller: UserCaller, request: CreateOrganizationRequest): Promise<OrganizationView> {
    if (caller.plan !== 'ENTERPRISE') {
      throw new ApiError('enterprise_required', 'users on the Enterprise plan may begin organizations');
    }
    return this.begin(request, caller.plan, async ({ id: orgId, slug, createdAt }) => {
      await this.organizations.addMember({ orgId, userId: caller.id, role: 'OWNER', createdAt });
      if ((await this.organizations.lockBegunBy(caller.id)) > MAX_BEGUN) {
        throw conflict(`you own ${MAX_BEGUN} organizations that you began`);
      }
      await this.audit.record({
        orgId,
        actor: actorOf(caller),
        action: 'organization.created',
        resourceId: orgId,
        details: { slug },
      });
    });
  }

  /** Begins an organization, with all else that `work` does in the same transaction. @throws 409 for a slug that is taken */
  async begin(
    { name, slug, display_name: displayName }: CreateOrganizationRequest,
    plan: Plan,
    work: (organization: NewOrganization) => Promise<void>,
  ): Promise<OrganizationView> {
    const now = new Date();
    const organization: NewOrganization = {
      id: randomUUID(),
      name,
      slug,
      displayName,
      plan,
      status: 'ACTIVE',
      apiCallsPerMin: null,
      paymentCustomer: null,
      createdAt: now,
      updatedAt: now,
    };
    try {
      await this.uow.run(async () => {
        await this.organizations.insert(organization);
        await work(organization);
      });
    } catch (error) {
      if (isUniqueViolation(error, 'organization_slug_key')) throw conflict('slug is taken');
      throw error;
    }
    return organizationView(organization);
  }

  /** The caller's own. */
  async list(caller: UserCaller): Promise<OrganizationList> {
    return { orgs: (await this.organizations.listOf(caller.id)).map(organizationView) };
  }

  /** @throws 404 */
  async get(orgId: string): Promise<OrganizationView> {
    const organization = await this.organizations.find(orgId);
    if (organization === undefined) throw notFound('organization');
    return organizationView(organization);
  }

  /** @throws 404 */
  async change(
    principal: HubPrincipal,
    orgId: string,
    request: ChangeOrganizationRequest,
  ): Promise<OrganizationView> {
    return this.uow.run(async () => {
      const organization = await this.organizations.lock(orgId);
      if (organization === undefined) throw notFound('organization');
      const changes = changesBetween(organizationView(organization), request);
      if (changes === undefined) return organizationView(organization);
      const change = defined({ name: request.name, displayName: request.display_name });
      const now = new Date();
      await this.organizations.change(orgId, change, now);
      await this.audit.record({
        orgId,
        actor: actorOf(principal),
        action: 'organization.updated',
        resourceId: orgId,
        details: { changes },
      });
      return organizationView({ ...organization, ...change, updatedAt: now });
    });
  }

  /** The roles that a member can have, and what each allows (decisions, hub 4). */
  roles(): RoleList {
    return { roles: ROLES.map((name) => ({ name, permissions: [...PERMISSIONS[name]] })) };
  }
}
