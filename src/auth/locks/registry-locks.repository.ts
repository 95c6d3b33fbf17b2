import { Inject, Injectable } from '@nestjs/common';
import { nameKey } from '../../common/values/names.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { LOCAL_ISSUER } from '../local-users/local-issuer.js';
import { sharesPeople } from '../accounts/shared-people.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';

/** What the row of an organization says when it is locked. */
export interface LockedOrganization {
  /** The hub's organization of this name is suspended or deleted. */
  readonly suspended: boolean;
  /** Whether the caller belongs to the hub's organization of this name, if there is one. */
  readonly mayRelease: boolean;
}

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

  /**
   * Takes a shared lock that protects an organization, if it exists, from suspension and changes of its members, which lock
   * its row.
   */
  lockMembersShared(slug: string, subject: string): Promise<LockedOrganization | undefined> {
    const { sql, values } = this.isReleaser(subject);
    return this.uow.row<LockedOrganization>(
      `SELECT o.suspended, ${sql} AS "mayRelease" FROM registry_organization o WHERE o.slug_key = $1 FOR SHARE OF o`,
      [nameKey(slug), ...values],
    );
  }

  /** Locks the row of an organization, if it exists, for a change of its members. */
  lockMembers(slug: string): Promise<LockedOrganization | undefined> {
    return this.uow.row<LockedOrganization>(
      `SELECT o.suspended, false AS "mayRelease" FROM registry_organization o WHERE o.slug_key = $1 FOR UPDATE`,
      [nameKey(slug)],
    );
  }

  /** SQL of whether a subject may release versions of the organization `o`, with parameters from `$2`. */
  private isReleaser(subject: string): { readonly sql: string; readonly values: readonly string[] } {
    const { auth } = this.config;
    // Nobody can be in both; so the registry's members decide.
    if (!sharesPeople(this.config)) return { sql: 'true', values: [] };
    const isFree = 'NOT EXISTS (SELECT FROM hub_organization_name h WHERE h.slug_key = o.slug_key)';
    const isMember = '(m.slug_key = o.slug_key OR m.slug_key IS NULL)';
    if (auth.mode === 'enterprise') {
      return {
        sql: `(${isFree} OR EXISTS (SELECT FROM hub_member m WHERE m.issuer = $2 AND m.subject = $3 AND ${isMember}))`,
        values: [auth.issuer, subject],
      };
    }
    return {
      sql: `(${isFree} OR EXISTS (
               SELECT FROM local_user l
                WHERE l.username_key = $2 AND l.username = $3
                  AND (l.registry_admin
                       OR EXISTS (SELECT FROM hub_member m
                                   WHERE m.issuer = '${LOCAL_ISSUER}' AND m.subject = l.id::text AND ${isMember}))))`,
      values: [nameKey(subject), subject],
    };
  }
}
