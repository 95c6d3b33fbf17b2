import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ApiError, conflict, notFound } from '../../common/errors/api-error.js';
import { isUniqueViolation } from '../../storage/database/database-errors.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { actorOf, type HubPrincipal, type UserCaller } from '../access/hub-principal.js';
import { PERMISSIONS, ROLES } from '../access/roles.js';
import { AuditService } from '../audit/audit.service.js';
import { organizationView } from './organization.mapper.js';
import type {
  ChangeOrganizationRequest,
  CreateOrganizationRequest,
  OrganizationList,
  OrganizationView,
  RoleList,
} from './organizations.dto.js';
import { HubOrganizationsRepository } from './organizations.repository.js';

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
  async create(caller: UserCaller, request: CreateOrganizationRequest): Promise<OrganizationView> {
    if (caller.plan !== 'ENTERPRISE') {
      throw new ApiError('enterprise_required', 'users on the Enterprise plan may begin organizations');
    }
    const now = new Date();
    const organization = {
      id: randomUUID(),
      name: request.name,
      slug: request.slug,
      displayName: request.display_name,
      plan: caller.plan,
      status: 'ACTIVE' as const,
      apiCallsPerMin: null,
      paymentCustomer: null,
      createdAt: now,
      updatedAt: now,
    };
    const { id: orgId, slug } = organization;
    try {
      await this.uow.run(async () => {
        if ((await this.organizations.lockBegunBy(caller.id)) >= MAX_BEGUN) {
          throw conflict(`you own ${MAX_BEGUN} organizations that you began`);
        }
        await this.organizations.insert(organization);
        await this.organizations.addMember({ orgId, userId: caller.id, role: 'OWNER', createdAt: now });
        await this.record(caller, orgId, 'organization.created', { slug });
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
    if (organization === null) throw notFound('organization');
    return organizationView(organization);
  }

  /** @throws 404 */
  async change(
    principal: HubPrincipal,
    orgId: string,
    { name, display_name: displayName }: ChangeOrganizationRequest,
  ): Promise<OrganizationView> {
    const change = {
      ...(name !== undefined && { name }),
      ...(displayName !== undefined && { displayName }),
    };
    if (Object.keys(change).length === 0) return this.get(orgId);
    await this.uow.run(async () => {
      await this.organizations.change(orgId, change);
      await this.record(principal, orgId, 'organization.updated', {
        ...(name !== undefined && { name }),
        ...(displayName !== undefined && { display_name: displayName }),
      });
    });
    return this.get(orgId);
  }

  /** The roles that a member can have, and what each allows (decisions, hub 4). */
  roles(): RoleList {
    return { roles: ROLES.map((name) => ({ name, permissions: [...PERMISSIONS[name]] })) };
  }

  private record(
    principal: HubPrincipal,
    orgId: string,
    action: string,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    return this.audit.record({
      orgId,
      actor: actorOf(principal),
      action,
      resourceType: 'organization',
      resourceId: orgId,
      details,
    });
  }
}
