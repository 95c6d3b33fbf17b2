import { Inject, Injectable } from '@nestjs/common';
import { badRequest, conflict } from '../../common/errors/api-error.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { isReservedName } from '../../common/values/names.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { LOCAL_ISSUER } from '../local-users/local-issuer.js';
import { LocalUsersRepository } from '../local-users/local-users.repository.js';
import type { RegistryPrincipal } from '../registry/registry-principal.js';
import { ResourcePattern } from '../rules/resource-pattern.js';
import { OrganizationNamesRepository, type Identity } from './organization-names.repository.js';

/** The creator of an organization in the registry: a caller, or the operator of the command line. */
export type OrganizationCreator = RegistryPrincipal | 'operator';

/** The creator of an organization in the hub. */
export interface HubCreator {
  /** The creator's identity at the provider; looked up only if needed. */
  readonly identity: () => Promise<Identity | undefined>;
  readonly isPlatformAdministrator: boolean;
}

const EVERYTHING = ResourcePattern.parseAll(['org/']);

/**
 * One owner per name (registry contract 20): an organization of the hub and one of the registry with the same slug are
 * the same one. The creator of one must administer the other, or the registry or platform. Every creation claims the
 * name here, in its transaction, and holds the name's lock until the end, so that unrelated users never own one half
 * each (ADR 39).
 */
@Injectable()
export class OrganizationNames {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly names: OrganizationNamesRepository,
    private readonly localUsers: LocalUsersRepository,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Checks that the creator could create an organization of this name in the registry now. Reserves nothing.
   * @throws 409 as `claimInRegistry`
   */
  requireForRegistry(slug: string, creator: OrganizationCreator): Promise<void> {
    return this.uow.run(() => this.claimInRegistry(slug, creator));
  }

  /**
   * @throws 409 when the name exists in the hub and is not the creator's, or is spelled differently; 400 for one that the
   * product uses itself
   */
  async claimInRegistry(slug: string, creator: OrganizationCreator): Promise<void> {
    await this.names.lock(slug);
    const spelling = await this.names.lockInHub(slug);
    if (spelling === undefined) {
      requireFree(slug, 'org');
      return;
    }
    if (creator !== 'operator' && !(await this.mayUseNameOfHub(slug, creator))) {
      throw conflict(
        'an organization of the hub has this name; one of its administrators has to create it here',
      );
    }
    requireSpelling(slug, spelling, 'hub');
  }

  /**
   * @throws 409 when the name exists in the registry and is not the creator's, or is spelled differently; 400 for one that
   * the product uses itself
   */
  async claimInHub(slug: string, creator: HubCreator): Promise<void> {
    await this.names.lock(slug);
    const spelling = await this.names.lockInRegistry(slug);
    if (spelling === undefined) {
      requireFree(slug, 'slug');
      return;
    }
    if (
      !creator.isPlatformAdministrator &&
      !(await this.mayUseNameOfRegistry(spelling, await creator.identity()))
    ) {
      throw conflict(
        'slug is that of an organization of the registry; one of its administrators has to create it here',
      );
    }
    requireSpelling(slug, spelling, 'registry');
  }

  /** The hub itself publishes for its organizations. */
  private async mayUseNameOfHub(slug: string, creator: RegistryPrincipal): Promise<boolean> {
    if (creator.isService || EVERYTHING.every((pattern) => creator.covers(pattern))) return true;
    const { auth } = this.config;
    if (auth.mode === 'enterprise') {
      return this.names.isAdministratorInHub(slug, { issuer: auth.issuer, subject: creator.subject });
    }
    const user = await this.localUsers.find(creator.subject);
    if (user?.username !== creator.subject) return false;
    return (
      user.registryAdmin ||
      (await this.names.isAdministratorInHub(slug, { issuer: LOCAL_ISSUER, subject: user.id }))
    );
  }

  private async mayUseNameOfRegistry(slug: string, identity: Identity | undefined): Promise<boolean> {
    const { auth } = this.config;
    if (auth.mode === 'enterprise') {
      return (
        identity?.issuer === auth.issuer &&
        this.names.isAdministratorInRegistry(slug, identity.subject, identity.subject)
      );
    }
    if (identity?.issuer !== LOCAL_ISSUER) return false;
    const user = await this.localUsers.findById(identity.subject);
    if (user === undefined) return false;
    const { registryAdmin, username, usernameKey } = user;
    return registryAdmin || this.names.isAdministratorInRegistry(slug, username, usernameKey);
  }
}

/** An organization that had such a name before it was reserved keeps it, also in the other API. */
function requireFree(slug: string, field: string): void {
  if (isReservedName(slug)) throw badRequest(field, 'must be another name: the product uses this one itself');
}

/** Both sides must spell the name alike: the hub publishes to the registry under its own spelling. */
function requireSpelling(slug: string, spelling: string, where: string): void {
  if (slug !== spelling) throw conflict(`the organization is spelled ${spelling} in the ${where}`);
}
