import { Inject, Injectable } from '@nestjs/common';
import type { HubRule } from '../../auth/rules/access-rule.js';
import { keepCheck } from '../../auth/rules/admission.js';
import { checkHubAccess } from '../../auth/hub/hub-access-check.js';
import type { UserCaller } from '../../auth/hub/hub-principal.js';
import { LOCAL_ISSUER } from '../../auth/local-users/local-issuer.js';
import { claimsOfAccount, LocalUsersService } from '../../auth/local-users/local-users.service.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { HubUsersRepository } from '../accounts/identity/hub-users.repository.js';
import { HubUsersService } from '../accounts/identity/hub-users.service.js';
import { UserCallers } from '../accounts/identity/user-callers.js';
import { readUserClaims, verifiedEmailOf, type UserClaims } from '../accounts/identity/user-claims.js';
import { DEMO } from './demo-servers.js';

/** Lets the demo make changes with the rights of an administrator, as itself. */
export interface Administrator {
  /** The user of the hub. */
  readonly id: string;
  /** The administrator with current rights, admitted by the rule of a route. @throws 401; the errors of the rule */
  readonly admittedBy: (rule: HubRule, orgId?: string) => Promise<UserCaller>;
}

/** Finds the first local administrator, who becomes the owner of the demo's organization. */
@Injectable()
export class DemoAdministrator {
  constructor(
    private readonly accounts: LocalUsersService,
    private readonly users: HubUsersService,
    private readonly stored: HubUsersRepository,
    private readonly callers: UserCallers,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * The administrator as a user of the hub, who is created as at their first sign-in. Undefined where local users do not
   * sign in to the hub, without the account, and unless its user may administer the platform.
   */
  async find(): Promise<Administrator | undefined> {
    if (this.config.idp?.builtInKey === undefined) return undefined;
    const account = await this.accounts.firstAdministrator();
    if (account === undefined) return undefined;
    const claims = readUserClaims({
      iss: LOCAL_ISSUER,
      sub: account.id,
      // No token is involved.
      exp: 0,
      ...claimsOfAccount(account),
    });
    return claims && this.administratorWith(claims);
  }

  private async administratorWith(claims: UserClaims): Promise<Administrator | undefined> {
    const { id } = await this.users.findOrCreate(claims);
    const caller = await this.callerOf(id, verifiedEmailOf(claims));
    if (caller?.role !== 'PLATFORM_ADMIN') return undefined;
    return {
      id,
      admittedBy: async (rule, orgId = '') => {
        const current = await caller.renew();
        checkHubAccess(rule, current, orgId);
        keepCheck(current, (renewed) => checkHubAccess(rule, renewed, orgId));
        return current;
      },
    };
  }

  private async callerOf(id: string, verifiedEmail: string | undefined): Promise<UserCaller | undefined> {
    const user = await this.stored.find(id);
    const caller = user && this.callers.of(user, { verifiedEmail, requireValid: () => undefined });
    return caller && actingAsDemo(caller);
  }
}

const actingAsDemo = (caller: UserCaller): UserCaller => ({
  ...caller,
  actingSystem: DEMO,
  renew: async () => actingAsDemo(await caller.renew()),
});
