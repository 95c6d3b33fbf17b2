import { Inject, Injectable } from '@nestjs/common';
import {
  AccountCredentialsRepository,
  type Account,
} from '../../../auth/accounts/account-credentials.repository.js';
import { LocalUsersService } from '../../../auth/local-users/local-users.service.js';
import { conflict, notFound } from '../../../common/errors/api-error.js';
import { isUuid } from '../../../common/values/uuid.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { OperatorAccountsRepository } from './operator-accounts.repository.js';

/** Finds accounts by what operators call them. */
@Injectable()
export class AccountLookup {
  constructor(
    private readonly users: LocalUsersService,
    private readonly accounts: OperatorAccountsRepository,
    private readonly stored: AccountCredentialsRepository,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * The account that a name means: that of a local user, or a user of the hub by id, subject or verified address.
   * @throws 404, 409 if several users have the name
   */
  async find(name: string): Promise<Account> {
    const local = this.config.auth.mode === 'oss' ? await this.users.find(name) : undefined;
    const account = await (local === undefined ? this.findInHub(name) : this.stored.ofLocalUser(local.id));
    if (account === undefined) throw notFound(`user ${name}`);
    return account;
  }

  private async findInHub(name: string): Promise<Account | undefined> {
    const ids = await this.accounts.idsOf(isUuid(name) ? name : null, name);
    if (ids.length > 1) throw conflict(`several users are called ${name}; use the id`);
    return ids[0] === undefined ? undefined : this.stored.ofUser(ids[0]);
  }
}
