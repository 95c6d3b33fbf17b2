import { Injectable } from '@nestjs/common';
import { ApiError } from '../../../common/errors/api-error.js';
import { nameKey } from '../../../common/values/names.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { AccountLookup } from '../account-credentials/account-lookup.js';
import { OPERATOR } from '../../audit/events/actor.js';
import { MemberRemoval } from '../members/member-removal.service.js';
import type { RemovedMember } from '../members/members.dto.js';
import { MembersRepository } from '../members/members.repository.js';

/** A removed member, and the organization of the hub. */
export interface RemovedByOperator {
  readonly orgId: string;
  readonly removed: RemovedMember;
}

/** Removal of members by the command line. */
@Injectable()
export class OperatorMembers {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly lookup: AccountLookup,
    private readonly members: MembersRepository,
    private readonly removal: MemberRemoval,
  ) {}

  /** Undefined if the hub's organization of this name has no such member. @throws 409 for the last owner */
  async remove(slug: string, name: string, keepRegistry: boolean): Promise<RemovedByOperator | undefined> {
    const userId = await this.userCalled(name);
    if (userId === undefined) return undefined;
    return this.uow.run(async () => {
      const organization = await this.members.lockOrganization(nameKey(slug));
      if (organization === undefined) return undefined;
      const member = await this.members.find(organization.id, userId);
      if (member === undefined) return undefined;
      const removed = await this.removal.remove(organization, member, { actor: OPERATOR, keepRegistry });
      return { orgId: organization.id, removed };
    });
  }

  private async userCalled(name: string): Promise<string | undefined> {
    try {
      return (await this.lookup.find(name)).userId ?? undefined;
    } catch (error) {
      // Members of the registry may be unknown to the hub.
      if (error instanceof ApiError && error.kind === 'not_found') return undefined;
      throw error;
    }
  }
}
