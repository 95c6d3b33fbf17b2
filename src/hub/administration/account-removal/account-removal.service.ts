import { Injectable } from '@nestjs/common';
import { conflict } from '../../../common/errors/api-error.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { Actor } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { AccountRemovalRepository } from './account-removal.repository.js';
import { UserMembershipsRepository } from './user-memberships.repository.js';

/** Deletes accounts: all credentials end, and what identifies the person is removed (ADR 89). */
@Injectable()
export class AccountRemoval {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly accounts: AccountRemovalRepository,
    private readonly memberships: UserMembershipsRepository,
    private readonly audit: AuditService,
  ) {}

  /**
   * Deletes a local account, and the user of the hub who signs in with it. It has been found, and is locked here.
   * @throws 409 for the last owner of an organization, which the error names
   */
  removeLocal(accountId: string, actor: Actor): Promise<void> {
    return this.uow.run(async () => {
      const userId = await this.accounts.findLocal(accountId);
      if (userId === undefined) {
        await this.accounts.removeLocal(accountId);
        await this.recordDeletion(accountId, actor, {});
        return;
      }
      await this.accounts.lock(userId, accountId);
      await this.remove(userId, actor, {});
    });
  }

  /**
   * Deletes a locked user, in the transaction of the caller. @throws 409 as above
   * @param details of the platform's event
   */
  async remove(id: string, actor: Actor, details: Readonly<Record<string, unknown>>): Promise<void> {
    const memberships = await this.memberships.lock(id);
    const orphan = memberships.find(({ role, hasOtherOwner }) => role === 'OWNER' && !hasOtherOwner);
    if (orphan !== undefined) throw conflict(`the user is the last owner of the organization ${orphan.slug}`);
    await this.accounts.erase(id);
    await this.memberships.removeAll(id);
    for (const { orgId, role } of memberships) {
      await this.audit.record({ orgId, actor, action: 'member.removed', resourceId: id, details: { role } });
    }
    await this.recordDeletion(id, actor, details);
  }

  private recordDeletion(
    resourceId: string,
    actor: Actor,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    return this.audit.record({ orgId: null, actor, action: 'user.deleted', resourceId, details });
  }
}
