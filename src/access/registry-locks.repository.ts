import { Inject, Injectable } from '@nestjs/common';
import { nameKey } from '../common/values/names.js';
import { APP_CONFIG, type AppConfig } from '../config/app-config.js';
import { UnitOfWork } from '../storage/database/unit-of-work.js';

/**
 * Locks the rows on which a caller's authority in the registry depends. All locks are held until the transaction ends.
 */
@Injectable()
export class RegistryLocksRepository {
  constructor(
    private readonly uow: UnitOfWork,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Takes a shared lock that protects a local user from being disabled or changed; in enterprise mode, the user of the hub with
   * this subject, if there is one.
   */
  async lockUserShared(subject: string): Promise<void> {
    const { auth } = this.config;
    if (auth.mode === 'enterprise') {
      await this.uow.rows('SELECT id FROM hub_user WHERE issuer = $1 AND subject = $2 FOR SHARE', [
        auth.issuer,
        subject,
      ]);
      return;
    }
    await this.uow.rows('SELECT id FROM local_user WHERE username_key = $1 FOR SHARE', [nameKey(subject)]);
  }

  /** Takes a shared lock that protects the members of an organization: changes of members lock its row. */
  async lockMembersShared(slug: string): Promise<void> {
    await this.uow.rows('SELECT id FROM registry_organization WHERE slug_key = $1 FOR KEY SHARE', [
      nameKey(slug),
    ]);
  }

  /** Locks the row of an organization, if it exists, for a change of its members. */
  async lockMembers(slug: string): Promise<void> {
    await this.uow.rows('SELECT id FROM registry_organization WHERE slug_key = $1 FOR UPDATE', [
      nameKey(slug),
    ]);
  }
}
