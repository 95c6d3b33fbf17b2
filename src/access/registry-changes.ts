import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../storage/database/unit-of-work.js';
import { ApiTokensRepository } from './api-tokens/api-tokens.repository.js';
import { AuthorizedChanges } from './authorized-changes.js';
import { RegistryLocksRepository } from './registry-locks.repository.js';
import type { RegistryPrincipal } from './registry-principal.js';

/** What a change of the registry locks before it reads anything. */
export interface RegistryLocks {
  /** Slug of the organization whose members the change depends on or modifies. */
  readonly org?: string;
  readonly changesMembers?: boolean;
  /** The change concerns the caller's own API tokens. */
  readonly changesTokens?: boolean;
}

/** Changes of the registry on behalf of callers. */
@Injectable()
export class RegistryChanges extends AuthorizedChanges<RegistryPrincipal, RegistryLocks> {
  constructor(
    uow: UnitOfWork,
    private readonly locks: RegistryLocksRepository,
    private readonly tokens: ApiTokensRepository,
  ) {
    super(uow);
  }

  /** Runs a change with `runLocked`. @throws 401 for credentials that have ended, 403 by the route's rule */
  run<T>(
    principal: RegistryPrincipal,
    locks: RegistryLocks,
    work: (caller: RegistryPrincipal) => Promise<T>,
  ): Promise<T> {
    return this.runLocked(principal, locks, work);
  }

  protected async lock(
    { subject, tokenRowId }: RegistryPrincipal,
    { org, changesMembers = false, changesTokens = false }: RegistryLocks,
  ): Promise<void> {
    await this.locks.lockUserShared(subject);
    if (org !== undefined) {
      await (changesMembers ? this.locks.lockMembers(org) : this.locks.lockMembersShared(org));
    }
    if (changesTokens) await this.tokens.lockTokensOf(subject);
    if (tokenRowId !== undefined) await this.tokens.keep(tokenRowId);
  }
}
