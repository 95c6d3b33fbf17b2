import { Injectable } from '@nestjs/common';
import {
  AccountCredentialsRepository,
  type Account,
} from '../../../auth/accounts/account-credentials.repository.js';
import { LocalUsersService } from '../../../auth/local-users/local-users.service.js';
import type { PlatformRole } from '../../../auth/rules/roles.js';
import { conflict } from '../../../common/errors/api-error.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { OPERATOR } from '../../audit/events/actor.js';
import { AccountCredentials } from './account-credentials.service.js';
import { AccountLookup } from './account-lookup.js';
import { OperatorAccountsRepository } from './operator-accounts.repository.js';

/** The roles of a user outside of organizations; undefined for one that stays as it is. */
export interface RoleChange {
  readonly platform?: PlatformRole | undefined;
  readonly registryAdmin?: boolean | undefined;
}

/** What the command line does to the roles of users. */
@Injectable()
export class OperatorRoles {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: LocalUsersService,
    private readonly lookup: AccountLookup,
    private readonly accounts: OperatorAccountsRepository,
    private readonly stored: AccountCredentialsRepository,
    private readonly credentials: AccountCredentials,
  ) {}

  /**
   * Gives or takes roles.
   * @throws 404, 409 for the last administrator of the registry, for one whom an identity provider manages, and for the platform
   * role of somebody who has not signed in to the hub
   */
  async setRoles(name: string, { platform, registryAdmin }: RoleChange): Promise<void> {
    const account = await this.lookup.find(name);
    await this.uow.run(async () => {
      await this.stored.lock(account);
      if (platform !== undefined) await this.setPlatformRole(account, platform);
      if (registryAdmin !== undefined) await this.setRegistryRole(account, registryAdmin);
    });
  }

  private async setPlatformRole(account: Account, role: PlatformRole): Promise<void> {
    if (account.userId === null) throw conflict(`${account.name} has not signed in to the hub yet`);
    const from = await this.accounts.setRole(account.userId, role);
    if (from === undefined || from === role) return;
    await this.credentials.record(account, OPERATOR, 'user.role_changed', {
      changes: { role: { from, to: role } },
    });
  }

  private async setRegistryRole(account: Account, isAdmin: boolean): Promise<void> {
    if (account.localId === null || account.subject === null) {
      throw conflict(`the identity provider decides what ${account.name} may do in the registry`);
    }
    await this.users.setAdministrator(account.subject, isAdmin, (changed) =>
      this.credentials.record(changed, OPERATOR, 'user.role_changed', {
        changes: { registry_role: registryRoleChange(isAdmin) },
      }),
    );
  }
}

/** The registry's role in an event. */
const registryRoleChange = (isAdmin: boolean) =>
  isAdmin ? { from: 'USER', to: 'ADMIN' } : { from: 'ADMIN', to: 'USER' };
