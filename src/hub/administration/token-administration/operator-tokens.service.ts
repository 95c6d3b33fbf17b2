import { Injectable } from '@nestjs/common';
import type { Account } from '../../../auth/accounts/account-credentials.repository.js';
import { HubLocksRepository } from '../../../auth/locks/hub-locks.repository.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { OPERATOR } from '../../audit/events/actor.js';
import { TokenRevocations } from './token-revocations.js';
import { TokensReadModel, type ListedApiToken, type TokenFilter } from './tokens.read-model.js';

const BATCH = 100;

/** API tokens of both kinds for the command line. */
@Injectable()
export class OperatorTokens {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly locks: HubLocksRepository,
    private readonly tokens: TokensReadModel,
    private readonly revocations: TokenRevocations,
  ) {}

  /** All tokens that a filter finds, read in batches. */
  async *all(filter: TokenFilter): AsyncGenerator<ListedApiToken> {
    for (let offset = 0; ; offset += BATCH) {
      const { items } = await this.tokens.list(filter, { limit: BATCH, offset });
      yield* items;
      if (items.length < BATCH) return;
    }
  }

  /** How many tokens an account owns or has created. */
  async countOf(account: Account): Promise<number> {
    return (await this.tokens.list(filterOf(account), { limit: 1, offset: 0 })).total;
  }

  /** Revokes a token with those that it created. @throws 404 */
  async revoke(id: string): Promise<void> {
    const orgId = await this.revocations.organizationOf(id);
    await this.uow.run(async () => {
      if (orgId !== null) await this.locks.lockOrganizations([orgId]);
      await this.revocations.revoke(id, orgId, OPERATOR);
    });
  }
}

/** The tokens that an account owns or has created. */
export const filterOf = ({ userId, localId }: Pick<Account, 'userId' | 'localId'>): TokenFilter => ({
  userId: userId ?? undefined,
  localId: localId ?? undefined,
});
