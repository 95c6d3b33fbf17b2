import { Injectable } from '@nestjs/common';
import {
  AccountCredentialsRepository,
  type Account,
} from '../../../auth/accounts/account-credentials.repository.js';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import type { UserCaller } from '../../../auth/hub/hub-principal.js';
import { notFound } from '../../../common/errors/api-error.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { actorOf, type Actor } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import type { SignedOut } from './account-credentials.dto.js';

/** What ends besides sessions and JWTs. */
export interface EndingOptions {
  /** The API tokens of the registry that the account owns, and the service tokens that it created, too. */
  readonly revokeTokens?: boolean | undefined;
}

/** The API tokens that ended: identifiers of those of the registry, and how many service tokens. */
export interface EndedTokens {
  readonly registryTokens: readonly string[];
  readonly serviceTokens: number;
}

const NO_TOKENS: EndedTokens = { registryTokens: [], serviceTokens: 0 };

/** Ends the credentials of accounts, in both APIs (ADR 102). */
@Injectable()
export class AccountCredentials {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly changes: HubChanges,
    private readonly credentials: AccountCredentialsRepository,
    private readonly audit: AuditService,
  ) {}

  /** Signs a user out everywhere, on behalf of the user or of an administrator. @throws 404 */
  signOutUser(principal: UserCaller, userId: string, options: EndingOptions): Promise<SignedOut> {
    return this.changes.run(principal, { users: [userId] }, async (caller) => {
      await this.credentials.lockLocalUsers([userId]);
      const account = await this.credentials.ofUser(userId);
      if (account === undefined) throw notFound('user');
      return this.signOut(account, actorOf(caller), options);
    });
  }

  /** Signs an account out everywhere, on behalf of the operator. */
  signOutAccount(account: Account, actor: Actor, options: EndingOptions): Promise<SignedOut> {
    return this.uow.run(async () => {
      await this.credentials.lock(account);
      return this.signOut(account, actor, options);
    });
  }

  /** Ends the API tokens of a locked account and records that. */
  async endTokens(account: Account, actor: Actor): Promise<EndedTokens> {
    const services = await this.credentials.endServiceTokens(account.userId);
    const registryTokens = await this.credentials.endRegistryTokens(account);
    for (const { id, orgId, name } of services) {
      const details = { name, revoked_with: account.userId };
      await this.audit.record({ orgId, actor, action: 'token.revoked', resourceId: id, details });
    }
    if (registryTokens.length > 0) {
      await this.record(account, actor, 'user.registry_tokens_revoked', { token_ids: registryTokens });
    }
    return { registryTokens, serviceTokens: services.length };
  }

  /** The same for users of the hub, who are locked with their local users. */
  async endTokensOfUsers(userIds: readonly string[], actor: Actor): Promise<void> {
    for (const userId of userIds) {
      const account = await this.credentials.ofUser(userId);
      if (account !== undefined) await this.endTokens(account, actor);
    }
  }

  /** Records a change of an account in the platform's trail. */
  record(
    { userId, localId, name }: Account,
    actor: Actor,
    action: `user.${string}`,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    return this.audit.record({
      orgId: null,
      actor,
      action,
      resourceId: userId ?? localId,
      details: localId === null ? details : { username: name, ...details },
    });
  }

  private async signOut(account: Account, actor: Actor, { revokeTokens }: EndingOptions): Promise<SignedOut> {
    const { userId, localId } = account;
    const sessions =
      userId === null
        ? await this.credentials.endSignInsOfLocalUser({ userId, localId })
        : await this.credentials.endSignIns([userId]);
    await this.record(account, actor, 'user.signed_out', { sessions });
    const tokens = revokeTokens === true ? await this.endTokens(account, actor) : NO_TOKENS;
    return {
      sessions,
      registry_tokens: tokens.registryTokens.length,
      service_tokens: tokens.serviceTokens,
    };
  }
}
