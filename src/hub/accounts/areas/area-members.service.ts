import { Injectable } from '@nestjs/common';
import { conflict, notFound } from '../../../common/errors/api-error.js';
import { isForeignKeyViolation } from '../../../storage/database/database-errors.js';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import type { Confirmed, HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { actorOf } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { changesBetween } from '../../audit/events/changes.js';
import type { PageQuery } from '../../platform/http/page.dto.js';
import type {
  AddAreaMemberRequest,
  AreaMemberList,
  AreaMemberView,
  ChangeAreaMemberRequest,
} from './area-members.dto.js';
import { AreaMembersRepository, type FoundAreaMember } from './area-members.repository.js';
import { areaMemberView } from './area.mapper.js';

/** Path parameters of an area. */
export interface AreaPath {
  readonly orgId: string;
  readonly areaId: string;
}

/** The members of areas, who must be members of the organization (hub contract 7). */
@Injectable()
export class AreaMembersService {
  constructor(
    private readonly changes: HubChanges,
    private readonly members: AreaMembersRepository,
    private readonly audit: AuditService,
  ) {}

  /** @throws 404 */
  async list({ orgId, areaId }: AreaPath, page: PageQuery): Promise<AreaMemberList> {
    const found = await this.members.list(orgId, areaId, page);
    if (found === undefined) throw notFound('area');
    const { items, total } = found;
    return { members: items.map(areaMemberView), total, limit: page.limit, offset: page.offset };
  }

  /** @throws 404 for an area or user outside the organization, 409 for an existing member */
  async add(
    principal: HubPrincipal,
    path: AreaPath,
    { user_id: userId, role }: AddAreaMemberRequest,
  ): Promise<AreaMemberView> {
    try {
      return await this.changes.run(principal, { organizations: [path.orgId] }, async (caller) => {
        const addition = await this.members.add(path.orgId, path.areaId, userId, role);
        if (addition === undefined) throw notFound('area');
        const { email, addedAt } = addition;
        if (email === null) throw notFound('user');
        if (addedAt === null) throw conflict('the user already is a member of the area');
        await this.record(caller, path, 'area_member.added', userId, { role });
        return areaMemberView({ userId, email, role, addedAt });
      });
    } catch (error) {
      if (isForeignKeyViolation(error, 'area_member_area_id_fkey')) throw notFound('area');
      if (isForeignKeyViolation(error, 'area_member_member_fkey')) throw notFound('user');
      throw error;
    }
  }

  /** Changes the role of a member; the current role changes nothing. @throws 404 */
  async changeRole(
    principal: HubPrincipal,
    path: AreaPath,
    userId: string,
    { role }: ChangeAreaMemberRequest,
  ): Promise<AreaMemberView> {
    return this.changes.run(principal, { organizations: [path.orgId] }, async (caller) => {
      const member = await this.lock(path, userId);
      const changes = changesBetween({ role: member.role }, { role });
      if (changes === undefined) return areaMemberView(member);
      await this.members.changeRole(path.orgId, path.areaId, userId, role);
      await this.record(caller, path, 'area_member.updated', userId, { changes });
      return areaMemberView({ ...member, role });
    });
  }

  /** Removes a member from the area, not from the organization. @throws 404 */
  async remove(principal: HubPrincipal, path: AreaPath, userId: string): Promise<void> {
    await this.changes.run(principal, { organizations: [path.orgId] }, async (caller) => {
      const { role } = await this.lock(path, userId);
      await this.members.remove(path.orgId, path.areaId, userId);
      await this.record(caller, path, 'area_member.removed', userId, { role });
    });
  }

  private async lock({ orgId, areaId }: AreaPath, userId: string): Promise<FoundAreaMember> {
    const member = await this.members.lock(orgId, areaId, userId);
    if (member === undefined) throw notFound('member');
    return member;
  }

  private record(
    caller: Confirmed,
    { orgId, areaId }: AreaPath,
    action: `area_member.${string}`,
    resourceId: string,
    what: object,
  ): Promise<void> {
    const details = { area_id: areaId, ...what };
    return this.audit.record({ orgId, actor: actorOf(caller), action, resourceId, details });
  }
}
