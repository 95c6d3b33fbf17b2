import { Injectable } from '@nestjs/common';
import { conflict, forbidden, notFound } from '../../common/errors/api-error.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { actorOf, placeIn, roleIn, type HubPrincipal } from '../access/hub-principal.js';
import { reachesRole } from '../access/roles.js';
import { AuditService } from '../audit/audit.service.js';
import { changesBetween } from '../audit/changes.js';
import { HubOrganizationsRepository } from '../orgs/hub-organizations.repository.js';
import type { PageQuery } from '../page.dto.js';
import { memberView } from './member.mapper.js';
import type { ChangeMemberRequest, OrganizationMemberList, OrganizationMemberView } from './members.dto.js';
import { MembersRepository } from './members.repository.js';

/** Who belongs to an organization, and in which role (decisions, hub 4 and 5). */
@Injectable()
export class MembersService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly organizations: HubOrganizationsRepository,
    private readonly members: MembersRepository,
    private readonly audit: AuditService,
  ) {}

  async list(orgId: string, page: PageQuery): Promise<OrganizationMemberList> {
    const { items, total } = await this.members.list(orgId, page);
    return { members: items.map(memberView), total, limit: page.limit, offset: page.offset };
  }

  /**
   * Gives a member another role; the one that they have changes nothing.
   * @throws 404, 403 when either role is above the caller's own, 409 for the last owner.
   */
  changeRole(
    principal: HubPrincipal,
    orgId: string,
    userId: string,
    { role }: ChangeMemberRequest,
  ): Promise<OrganizationMemberView> {
    return this.uow.run(async () => {
      const member = await this.lockMember(orgId, userId);
      const own = roleIn(principal, orgId);
      if (!reachesRole(own, member.role) || !reachesRole(own, role)) throw forbidden();
      const changes = changesBetween({ role: member.role }, { role });
      if (changes === undefined) return memberView(member);
      requireOwnerWithout(member);
      await this.members.changeRole(orgId, userId, role);
      const actor = actorOf(principal);
      await this.audit.record({
        orgId,
        actor,
        action: 'member.updated',
        resourceId: userId,
        details: { changes },
      });
      return memberView({ ...member, role });
    });
  }

  /**
   * Takes a member out of the organization and its areas, from their next request on. Members may leave themselves. Service
   * tokens that they have made are the organization's, and stay.
   * @throws 403 for others without `member:manage` or of a role above the caller's own, 404, 409 for the last owner.
   */
  async remove(principal: HubPrincipal, orgId: string, userId: string): Promise<void> {
    const isLeaving = principal.kind === 'user' && principal.id === userId;
    const mayManage = placeIn(principal, orgId)?.permissions.has('member:manage') === true;
    if (!isLeaving && !mayManage) throw forbidden();
    await this.uow.run(async () => {
      const member = await this.lockMember(orgId, userId);
      if (!isLeaving && !reachesRole(roleIn(principal, orgId), member.role)) throw forbidden();
      requireOwnerWithout(member);
      await this.members.remove(orgId, userId);
      await this.audit.record({
        orgId,
        actor: actorOf(principal),
        action: isLeaving ? 'member.left' : 'member.removed',
        resourceId: userId,
        details: { email: member.email, role: member.role },
      });
    });
  }

  /** A member as they are now. Nobody else changes the organization's members until the transaction ends. @throws 404 */
  private async lockMember(orgId: string, userId: string) {
    if ((await this.organizations.lock(orgId)) === undefined) throw notFound('organization');
    const member = await this.members.find(orgId, userId);
    if (member === undefined) throw notFound('member');
    return member;
  }
}

/** An organization always keeps an owner who can act: one who is suspended does not count. @throws 409 */
function requireOwnerWithout({ role, hasOtherOwner }: { role: string; hasOtherOwner: boolean }): void {
  if (role === 'OWNER' && !hasOtherOwner) throw conflict('the organization would be left without an owner');
}
