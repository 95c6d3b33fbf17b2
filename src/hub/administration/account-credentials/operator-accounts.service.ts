import { Injectable } from '@nestjs/common';
import {
  AccountCredentialsRepository,
  type Account,
} from '../../../auth/accounts/account-credentials.repository.js';
import type { StateInHub } from '../../../auth/local-users/local-users.repository.js';
import { LocalUsersService, type NewUser } from '../../../auth/local-users/local-users.service.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { AccountRemoval } from '../account-removal/account-removal.service.js';
import { OPERATOR } from '../../audit/events/actor.js';
import type { SignedOut } from './account-credentials.dto.js';
import { AccountCredentials, type EndingOptions } from './account-credentials.service.js';
import { AccountLookup } from './account-lookup.js';

/** What the command line does to accounts. Every change is in the platform's trail. */
@Injectable()
export class OperatorAccounts {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: LocalUsersService,
    private readonly lookup: AccountLookup,
    private readonly stored: AccountCredentialsRepository,
    private readonly credentials: AccountCredentials,
    private readonly removal: AccountRemoval,
  ) {}

  /** @throws 400, 409 */
  async add(user: NewUser): Promise<void> {
    const { username, registryAdmin = false } = user;
    await this.users.add(user, (id) =>
      this.credentials.record(
        { userId: null, localId: id, issuer: null, subject: null, name: username },
        OPERATOR,
        'user.created',
        { registry_admin: registryAdmin },
      ),
    );
  }

  /** @throws 400, 404 */
  setPassword(username: string, password: string, options: EndingOptions): Promise<void> {
    return this.users.setPassword(username, password, (account, sessions) =>
      this.ended(account, 'user.password_changed', sessions, options),
    );
  }

  /** @throws 404 */
  setDisabled(
    username: string,
    disabled: boolean,
    options: EndingOptions = {},
  ): Promise<Pick<StateInHub, 'suspended'>> {
    return this.users.setDisabled(username, disabled, (account, sessions) =>
      disabled
        ? this.ended(account, 'user.disabled', sessions, options)
        : this.credentials.record(account, OPERATOR, 'user.enabled', {}),
    );
  }

  /** Deletes a local user. @throws 404, 409 for the last administrator of the registry and the last owner of an organization */
  async remove(username: string, { revokeTokens }: EndingOptions): Promise<void> {
    const id = await this.users.requireRemovable(username);
    await this.uow.run(async () => {
      const account = await this.stored.ofLocalUser(id);
      if (account !== undefined && revokeTokens === true) {
        await this.stored.lock(account);
        await this.credentials.endTokens(account, OPERATOR);
      }
      await this.removal.removeLocal(id, OPERATOR);
    });
  }

  /** @throws 404, 409 */
  async signOut(name: string, options: EndingOptions): Promise<SignedOut> {
    return this.credentials.signOutAccount(await this.lookup.find(name), OPERATOR, options);
  }

  /** Revokes the API tokens of an account. @throws 404, 409 */
  async revokeTokens(name: string): Promise<{ registry: number; service: number }> {
    const account = await this.lookup.find(name);
    return this.uow.run(async () => {
      await this.stored.lock(account);
      const { registryTokens, serviceTokens } = await this.credentials.endTokens(account, OPERATOR);
      return { registry: registryTokens.length, service: serviceTokens };
    });
  }

  private async ended(
    account: Account,
    action: `user.${string}`,
    sessions: number,
    { revokeTokens }: EndingOptions,
  ): Promise<void> {
    await this.credentials.record(account, OPERATOR, action, { sessions });
    if (revokeTokens === true) await this.credentials.endTokens(account, OPERATOR);
  }
}
