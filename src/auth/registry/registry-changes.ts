import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { ApiTokensRepository } from '../api-tokens/api-tokens.repository.js';
import { AuthorizedChanges } from '../rules/authorized-changes.js';
import { forbidden } from '../../common/errors/api-error.js';
import { RegistryLocksRepository, type LockedOrganization } from '../locks/registry-locks.repository.js';
import type { RegistryPrincipal } from './registry-principal.js';
import { ResourcePattern } from '../rules/resource-pattern.js';
import { notInHubOrganization, organizationSuspended } from '../rules/suspended-organization.js';

/** What a change of the registry locks before it reads anything. */
export interface RegistryLocks {
  /** Slug of the organization whose members the change depends on or modifies. */
  readonly org?: string;
  readonly changesMembers?: boolean;
  /** The change decides what the organization's packages are. */
  readonly releases?: boolean;
  /** The change concerns the caller's own API tokens. */
  readonly changesTokens?: boolean;
}

const EVERYTHING = ResourcePattern.parseAll(['org/']);

/** The hub itself, and administrators of the whole registry. */
const isOperator = (caller: RegistryPrincipal): boolean =>
  caller.isService || EVERYTHING.every((pattern) => caller.covers(pattern));

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

  /**
   * Runs a change with `runLocked`.
   * @throws 401 for credentials that have ended, 403 by the route's rule, for a suspended organization, and for a release by
   * somebody who is not in the hub's organization
   */
  run<T>(
    principal: RegistryPrincipal,
    locks: RegistryLocks,
    work: (caller: RegistryPrincipal) => Promise<T>,
  ): Promise<T> {
    return this.runLocked(principal, locks, work);
  }

  protected async lock(
    { subject, tokenRowId }: RegistryPrincipal,
    { org, changesMembers = false, releases = false, changesTokens = false }: RegistryLocks,
  ): Promise<((caller: RegistryPrincipal) => void) | undefined> {
    await this.locks.lockUserShared(subject);
    const state = org === undefined ? undefined : await this.lockOrganization(org, subject, changesMembers);
    if (changesTokens) await this.tokens.lockTokensOf(subject);
    if (tokenRowId !== undefined) await this.tokens.keep(tokenRowId);
    if (org === undefined || state === undefined) return undefined;
    return (caller) => {
      if (state.suspended) {
        // Outsiders, whom the rule of the route does not know, do not learn of the organization.
        const isInside = !changesMembers || (!caller.isService && caller.reaches(`org/${org}/`));
        throw isInside ? organizationSuspended(org) : forbidden();
      }
      if (releases && !state.mayRelease && !isOperator(caller)) throw notInHubOrganization(org);
    };
  }

  private lockOrganization(
    org: string,
    subject: string,
    changesMembers: boolean,
  ): Promise<LockedOrganization | undefined> {
    return changesMembers ? this.locks.lockMembers(org) : this.locks.lockMembersShared(org, subject);
  }
}
