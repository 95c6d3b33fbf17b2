import { Injectable } from '@nestjs/common';
import { RegistryChanges } from '../../auth/registry/registry-changes.js';
import { MembershipsRepository } from './memberships.repository.js';
import { OrganizationsRepository } from './organizations.repository.js';
import { MembershipsService } from './memberships.service.js';
import type { RegistryPrincipal } from '../../auth/registry/registry-principal.js';
import { ResourcePattern } from '../../auth/rules/resource-pattern.js';
import { SCOPES } from '../../auth/rules/scopes.js';
import { organizationSuspended } from '../../auth/rules/suspended-organization.js';
import { forbidden } from '../../common/errors/api-error.js';
import type { AddMemberRequest, Member, MemberList } from './members.dto.js';

const pattern = (text: string): ResourcePattern => {
  const parsed = ResourcePattern.parse(text);
  if (parsed === undefined) throw new Error(`not a resource pattern: ${text}`);
  return parsed;
};

const EVERYTHING = pattern('org/');

/** Members of an organization: who may see and change them (registry contract 14). */
@Injectable()
export class MembersService {
  constructor(
    private readonly memberships: MembershipsService,
    private readonly roles: MembershipsRepository,
    private readonly organizations: OrganizationsRepository,
    private readonly changes: RegistryChanges,
  ) {}

  /** @throws 403 for outsiders and of a suspended organization, 404 for an organization that does not exist. */
  async list(principal: RegistryPrincipal, org: string): Promise<MemberList> {
    const mayList =
      !principal.isService &&
      (principal.reaches(`org/${org}/members`) ||
        (await this.roles.roleOf(org, principal.subject)) !== undefined);
    if (!mayList) throw forbidden();
    const organization = await this.organizations.find(org);
    if (organization?.suspended === true) throw organizationSuspended(org);
    const members = await this.memberships.list(org);
    return { members: members.map(({ username, role }) => ({ username, org_id: org, role })) };
  }

  /**
   * @throws 403 for callers who are not its admin, 404 for an unknown user, 409 for an existing member, or for an
   * organization name that is taken.
   */
  async add(
    principal: RegistryPrincipal,
    org: string,
    { username, role }: AddMemberRequest,
  ): Promise<Member> {
    const added = await this.changes.run(principal, { org, changesMembers: true }, async (caller) => {
      await this.requireAdmin(caller, org);
      return this.memberships.add(org, username, role, caller);
    });
    return { username: added.username, org_id: org, role: added.role };
  }

  /** @throws 403 for callers who are not its admin, 404 for an unknown member, 409 for the last admin. */
  async remove(principal: RegistryPrincipal, org: string, username: string): Promise<void> {
    await this.changes.run(principal, { org, changesMembers: true }, async (caller) => {
      await this.requireAdmin(caller, org);
      await this.memberships.remove(org, username, caller);
    });
  }

  /**
   * Allows admins of the organization and administrators of the whole registry; for an organization that does not exist
   * yet, callers with all scopes on it. The credential must cover the whole organization, whatever its owner's role.
   * There is no scope for changing members. So without the admin role, a caller needs all scopes; an API token needs
   * them even with the role, because a narrow token must not add members for its owner.
   */
  private async requireAdmin(principal: RegistryPrincipal, org: string): Promise<void> {
    const resource = `org/${org}/`;
    if (principal.isService || !principal.covers(pattern(resource))) throw forbidden({ resource });
    const holdsAll = SCOPES.every((scope) => principal.scopes.has(scope));
    if (principal.kind === 'api_token' && !holdsAll) throw forbidden({ role: 'admin' });
    if ((await this.roles.roleOf(org, principal.subject)) === 'admin') return;
    const needsNoRole = principal.covers(EVERYTHING) || (await this.organizations.find(org)) === undefined;
    if (!holdsAll || !needsNoRole) throw forbidden({ role: 'admin' });
  }
}
