import { Injectable } from '@nestjs/common';
import { AccountCredentialsRepository } from '../../../auth/accounts/account-credentials.repository.js';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import type { UserCaller } from '../../../auth/hub/hub-principal.js';
import {
  AccountCredentials,
  type EndingOptions,
} from '../account-credentials/account-credentials.service.js';
import { AccountRemoval } from '../account-removal/account-removal.service.js';
import { actorOf } from '../../audit/events/actor.js';
import { UserStatusService } from './user-status.service.js';

/** Deletes users (hub contract 18). Their rows stay for references, without what identifies the person. */
@Injectable()
export class UserRemovalService {
  constructor(
    private readonly changes: HubChanges,
    private readonly accounts: AccountCredentialsRepository,
    private readonly credentials: AccountCredentials,
    private readonly statuses: UserStatusService,
    private readonly removal: AccountRemoval,
  ) {}

  /**
   * Deletes a user with their sessions, memberships and, with the built-in provider, their local account.
   * @throws 404, 409 for the caller and for the last owner of an organization, which the error names
   */
  async remove(principal: UserCaller, id: string, { revokeTokens }: EndingOptions): Promise<void> {
    await this.changes.run(principal, { users: [id] }, async (caller) => {
      const { role } = await this.statuses.requireOne(caller, id, 'delete');
      await this.accounts.lockLocalUsers([id]);
      if (revokeTokens === true) await this.credentials.endTokensOfUsers([id], actorOf(caller));
      await this.removal.remove(id, actorOf(caller), { role });
    });
  }
}
