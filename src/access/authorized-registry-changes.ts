import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../storage/database/unit-of-work.js';
import { passedCheck } from './admission.js';
import { ApiTokensRepository } from './api-tokens/api-tokens.repository.js';
import type { RegistryPrincipal } from './registry-principal.js';
import { RegistryLocksRepository } from './registry-locks.repository.js';

/** What a change locks before it looks at anything. */
export interface RegistryChangeLocks {
  /** Slug of the organization whose members the change relies on, or changes. */
  readonly org?: string;
  readonly changesMembers?: boolean;
  /** The change is one of the caller's own API tokens. */
  readonly changesTokens?: boolean;
}

/**
 * Changes of the registry that callers ask for. What a caller may do is read once more after the locks, in the transaction
 * of the change (ADR 27): whoever was disabled, removed or lost their token meanwhile changes nothing.
 */
@Injectable()
export class AuthorizedRegistryChanges {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly locks: RegistryLocksRepository,
    private readonly tokens: ApiTokensRepository,
  ) {}

  /**
   * Runs `work` in a transaction that holds the locks, with the caller as they are now.
   * @throws 401 for credentials that have ended, 403 when the route's rule does not let the caller in any more
   */
  run<T>(
    principal: RegistryPrincipal,
    { org, changesMembers = false, changesTokens = false }: RegistryChangeLocks,
    work: (caller: RegistryPrincipal) => Promise<T>,
  ): Promise<T> {
    const check = passedCheck(principal);
    return this.uow.run(async () => {
      await this.locks.keepUser(principal.subject);
      if (org !== undefined) {
        await (changesMembers ? this.locks.lockMembers(org) : this.locks.keepMembers(org));
      }
      if (changesTokens) await this.tokens.lockTokensOf(principal.subject);
      if (principal.tokenRowId !== undefined) await this.tokens.keep(principal.tokenRowId);
      const caller = await principal.renewed();
      check(caller);
      return work(caller);
    });
  }
}
