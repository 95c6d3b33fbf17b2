import { Injectable } from '@nestjs/common';
import { forbidden, notFound } from '../../../common/errors/api-error.js';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import { membershipIn, roleIn, type HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { actorOf } from '../../audit/events/actor.js';
import { reachesRole } from '../../../auth/rules/roles.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { changesBetween } from '../../audit/events/changes.js';
import { SentInvitations } from '../../accounts/invitations/sent-invitations.service.js';
import type { SearchedPageQuery } from '../../platform/http/page.dto.js';
import { MemberRemoval, requireOwnerWithout } from './member-removal.service.js';
import type {
  ChangeMemberRequest,
  OrganizationMemberList,
  OrganizationMemberView,
  RemovedMember,
  RemoveMemberQuery,
} from './members.dto.js';
import { MembersRepository, type FoundMember } from './members.repository.js';

/** A member in responses. */
const memberView = (member: FoundMember): OrganizationMemberView => ({
  user_id: member.userId,
  email: member.email,
  name: member.name,
  role: member.role,
  joined_at: member.joinedAt.toISOString(),
});

/** The members of an organization and their roles (hub contract 4 and 5). */
@Injectable()
export class MembersService {
  constructor(
    private readonly changes: HubChanges,
    private readonly members: MembersRepository,
    private readonly invitations: SentInvitations,
    private readonly removal: MemberRemoval,
    private readonly audit: AuditService,
  ) {}

  async list(orgId: string, page: SearchedPageQuery): Promise<OrganizationMemberList> {
    const { items, total } = await this.members.list(orgId, page);
    return { members: items.map(memberView), total, limit: page.limit, offset: page.offset };
  }

  /**
   * Changes the role of a member; the current role changes nothing.
   * @throws 404, 403 when either role is above the caller's own, 409 for the last owner.
   */
  changeRole(
    principal: HubPrincipal,
    orgId: string,
    userId: string,
    { role }: ChangeMemberRequest,
  ): Promise<OrganizationMemberView> {
    return this.changes.run(principal, { organizations: [orgId] }, async (caller) => {
      const member = await this.requireMember(orgId, userId);
      const own = roleIn(caller, orgId);
      if (!reachesRole(own, member.role) || !reachesRole(own, role)) throw forbidden();
      const changes = changesBetween({ role: member.role }, { role });
      if (changes === undefined) return memberView(member);
      requireOwnerWithout(member);
      await this.members.changeRole(orgId, userId, role);
      await this.audit.record({
        orgId,
        actor: actorOf(caller),
        action: 'member.updated',
        resourceId: userId,
        details: { changes },
      });
      await this.invitations.endOf(orgId, userId, role, actorOf(caller));
      return memberView({ ...member, role });
    });
  }

  /**
   * Removes a member from the organization and its areas, effective with their next request, and ends their membership and tokens
   * in the registry's organization of this name. Members may leave. Service tokens that they created belong to the organization
   * and stay; invitations that they sent end.
   * @throws 403 for another member, and for `keepRegistry`, without `member:manage`, and for a role above the caller's own; 404;
   * 409 for the last owner
   */
  async remove(
    principal: HubPrincipal,
    orgId: string,
    userId: string,
    { keep_registry: keepRegistry = false }: RemoveMemberQuery,
  ): Promise<RemovedMember> {
    return this.changes.run(principal, { organizations: [orgId] }, async (caller) => {
      const isLeaving = caller.kind === 'user' && caller.id === userId;
      const membership = membershipIn(caller, orgId);
      const mayManage = membership?.permissions.has('member:manage') === true;
      if (membership === undefined || ((!isLeaving || keepRegistry) && !mayManage)) throw forbidden();
      const member = await this.requireMember(orgId, userId);
      if (!isLeaving && !reachesRole(roleIn(caller, orgId), member.role)) throw forbidden();
      return this.removal.remove(membership.organization, member, {
        actor: actorOf(caller),
        isLeaving,
        keepRegistry,
      });
    });
  }

  /** A member of the organization, which must be locked. @throws 404 */
  private async requireMember(orgId: string, userId: string) {
    const member = await this.members.find(orgId, userId);
    if (member === undefined) throw notFound('member');
    return member;
  }
}
