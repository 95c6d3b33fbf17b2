import { Injectable } from '@nestjs/common';
import { badRequest, conflict, notFound } from '../../common/errors/api-error.js';
import { isOrganizationSlug, ORGANIZATION_RULE } from '../../common/values/names.js';
import { isName, nameRule } from '../../common/values/text.js';
import { currentDate } from '../../common/values/clock.js';
import { isUniqueViolation } from '../../storage/database/database-errors.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { RegistryTrail, type RecordedChange } from '../../auth/trail/registry-trail.js';
import type { RegistryPerson } from '../../storage/outbox/registry-changes.js';
import type { Membership } from './membership.entity.js';
import { MembershipsRepository, type Role } from './memberships.repository.js';
import type { OrganizationCreator } from '../../auth/organization-names/organization-names.js';
import { OrganizationsRepository } from './organizations.repository.js';
import { OrganizationsService } from './organizations.service.js';
import { RegistryPeople } from './registry-people.js';

/** Maximum number of members of an organization, whose list is not paginated. */
const MAX_MEMBERS = 10_000;

const MAX_USERNAME = 255;

/** Members of organizations, with the rules shared by the API and the command line. */
@Injectable()
export class MembershipsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly organizations: OrganizationsRepository,
    private readonly creation: OrganizationsService,
    private readonly memberships: MembershipsRepository,
    private readonly people: RegistryPeople,
    private readonly trail: RegistryTrail,
  ) {}

  /** @throws 404 for an unknown organization. */
  async list(slug: string): Promise<Membership[]> {
    return this.memberships.list((await this.requireOrganization(slug)).id, MAX_MEMBERS);
  }

  /**
   * Adds a user. The organization is created with its first member, by `changer`.
   * @throws 400 for a name that nobody can see, 404 for an unknown user in oss mode, 409 for an existing member, for another spelling of an existing
   * organization, and for a new one whose name belongs to another owner.
   */
  async add(slug: string, username: string, role: Role, changer: OrganizationCreator): Promise<Membership> {
    if (!isOrganizationSlug(slug)) throw badRequest('org', ORGANIZATION_RULE);
    if (!isName(username, MAX_USERNAME)) throw badRequest('username', nameRule(MAX_USERNAME));
    const member = await this.people.require(username);
    try {
      return await this.uow.run(async () => {
        const organization = await this.creation.findOrCreate(slug, changer);
        if (organization.slug !== slug) throw conflict(`the organization is spelled ${organization.slug}`);
        await this.organizations.lock(organization.id);
        if ((await this.memberships.count(organization.id)) >= MAX_MEMBERS) {
          throw conflict(`an organization has at most ${MAX_MEMBERS} members`);
        }
        const membership: Membership = {
          orgId: organization.id,
          username: member.subject,
          usernameKey: this.memberships.keyOf(member.subject),
          role,
          createdAt: currentDate(),
        };
        await this.memberships.insert(membership);
        await this.trail.record(changer, memberChange('added', slug, member, role));
        return membership;
      });
    } catch (error) {
      if (isUniqueViolation(error, 'registry_member_pkey')) {
        throw conflict(`${member.subject} is a member of ${slug} already`);
      }
      throw error;
    }
  }

  /** @throws 404 for an unknown member, 409 for the last admin. */
  async remove(slug: string, username: string, changer: OrganizationCreator): Promise<void> {
    const { id } = await this.requireOrganization(slug);
    await this.uow.run(async () => {
      await this.organizations.lock(id);
      const member = await this.memberships.find(id, username);
      if (member === undefined) throw notFound('member');
      if (member.role === 'admin' && (await this.memberships.count(id, 'admin')) === 1) {
        throw conflict(`${username} is the last admin of ${slug}; make another member admin first`);
      }
      await this.memberships.remove(id, username);
      const removed = await this.people.find(member.username);
      await this.trail.record(changer, memberChange('removed', slug, removed, member.role));
    });
  }

  private async requireOrganization(slug: string): Promise<{ id: string }> {
    const organization = await this.organizations.find(slug);
    if (organization === undefined) throw notFound('organization');
    return organization;
  }
}

const memberChange = (
  verb: 'added' | 'removed',
  org: string,
  member: RegistryPerson,
  role: string,
): RecordedChange => ({
  org,
  action: `registry_member.${verb}`,
  resource: member,
  details: { org, username: member.subject, role },
});
