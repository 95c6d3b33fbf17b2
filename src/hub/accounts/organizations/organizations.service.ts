import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ApiError, conflict, notFound } from '../../../common/errors/api-error.js';
import { currentDate } from '../../../common/values/clock.js';
import { isUniqueViolation } from '../../../storage/database/database-errors.js';
import { OrganizationNames } from '../../../auth/organization-names/organization-names.js';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import type { HubPrincipal, UserCaller } from '../../../auth/hub/hub-principal.js';
import { actorOf } from '../../audit/events/actor.js';
import type { Plan } from '../../../auth/accounts/accounts.js';
import { PERMISSIONS, ROLES } from '../../../auth/rules/roles.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { changesBetween } from '../../audit/events/changes.js';
import { HubUsersRepository } from '../identity/hub-users.repository.js';
import { organizationView, recordedChange, requestedChange } from './organization.mapper.js';
import type {
  ChangeOrganizationRequest,
  CreateOrganizationRequest,
  OrganizationList,
  OrganizationView,
  RoleList,
} from './organizations.dto.js';
import { NewOrganizations } from './new-organizations.js';
import {
  HubOrganizationsRepository,
  type NewOrganization,
  type OrganizationChange,
  type OrganizationSummary,
} from './hub-organizations.repository.js';

// Maximum number of organizations that a user created and still owns.
const MAX_CREATED = 100;

/** Organizations (hub contract 5). */
@Injectable()
export class OrganizationsService {
  constructor(
    private readonly changes: HubChanges,
    private readonly organizations: HubOrganizationsRepository,
    private readonly users: HubUsersRepository,
    private readonly names: OrganizationNames,
    private readonly audit: AuditService,
    private readonly created: NewOrganizations,
  ) {}

  /**
   * Creates an organization on the creator's plan and makes them its owner.
   * @throws 403 unless they are on the Enterprise plan, 409 for a slug that is taken, regardless of case, or that belongs
   * to others in the registry, and at 100 created organizations
   */
  create(principal: UserCaller, request: CreateOrganizationRequest): Promise<OrganizationView> {
    return this.changes.run(principal, { users: [principal.id] }, async (caller) => {
      if (caller.plan !== 'ENTERPRISE') {
        throw new ApiError('enterprise_required', 'users on the Enterprise plan may create organizations');
      }
      const organization = await this.insert(caller, request, caller.plan, caller.id);
      const { id: orgId, slug } = organization;
      if ((await this.organizations.countCreatedBy(caller.id)) > MAX_CREATED) {
        throw conflict(`you own ${MAX_CREATED} organizations that you created`);
      }
      await this.audit.record({
        orgId,
        actor: actorOf(caller),
        action: 'organization.created',
        resourceId: orgId,
        details: { slug },
      });
      return organizationView(organization);
    });
  }

  /**
   * Creates an organization in the running transaction, with an owner if one is given.
   * @throws 409 for a slug that is taken, regardless of case, or that belongs to others in the registry
   */
  async insert(
    creator: UserCaller,
    { name, slug, display_name: displayName = name }: CreateOrganizationRequest,
    plan: Plan,
    ownerId: string | undefined,
  ): Promise<NewOrganization> {
    const now = currentDate();
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
    await this.names.claimInHub(slug, {
      identity: () => this.users.identityOf(creator.id),
      isPlatformAdministrator: creator.role === 'PLATFORM_ADMIN',
    });
    try {
      await this.organizations.insert(organization);
    } catch (error) {
      if (isUniqueViolation(error, 'organization_slug_key')) throw conflict('slug is taken');
      throw error;
    }
    if (ownerId !== undefined) {
      await this.organizations.addMember({
        orgId: organization.id,
        userId: ownerId,
        role: 'OWNER',
        createdAt: now,
      });
    }
    await this.created.announce(organization);
    return organization;
  }

  /** Lists the caller's organizations. */
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
  change(
    principal: HubPrincipal,
    orgId: string,
    request: ChangeOrganizationRequest,
  ): Promise<OrganizationView> {
    return this.apply(principal, orgId, 'organization.updated', requestedChange(request));
  }

  /**
   * Changes an organization and records that in its audit trail. Without a difference, nothing is written.
   * @param check refuses a change of the organization as it is
   * @throws 404, and what `check` throws
   */
  apply(
    principal: HubPrincipal,
    orgId: string,
    action: `organization.${string}`,
    change: OrganizationChange,
    check?: (organization: OrganizationSummary) => void,
  ): Promise<OrganizationView> {
    return this.changes.run(principal, { organizations: [orgId] }, async (caller) => {
      const organization = await this.organizations.find(orgId);
      if (organization === undefined) throw notFound('organization');
      check?.(organization);
      const changes = changesBetween(recordedChange(organization), recordedChange(change));
      if (changes === undefined) return organizationView(organization);
      const now = currentDate();
      await this.organizations.change(orgId, change, now);
      await this.audit.record({
        orgId,
        actor: actorOf(caller),
        action,
        resourceId: orgId,
        details: { changes },
      });
      return organizationView({ ...organization, ...change, updatedAt: now });
    });
  }

  /** The roles of members with their permissions (hub contract 4). */
  roles(): RoleList {
    return { roles: ROLES.map((name) => ({ name, permissions: [...PERMISSIONS[name]] })) };
  }
}
