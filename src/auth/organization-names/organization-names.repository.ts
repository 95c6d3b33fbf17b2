import { Injectable } from '@nestjs/common';
import { nameKey } from '../../common/values/names.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';

/** Issuer and subject of a user; the hub identifies its users by them. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

/** SQL of organization names, which both APIs share. All locks are held until the transaction ends. */
@Injectable()
export class OrganizationNamesRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Takes the advisory lock for creating an organization of this name in either API. */
  async lock(slug: string): Promise<void> {
    await this.uow.rows(`SELECT pg_advisory_xact_lock(hashtextextended('organization name ' || $1, 0))`, [
      nameKey(slug),
    ]);
  }

  /** The spelling of the registry's organization of this name. Locks it, so that its members do not change. */
  async lockInRegistry(slug: string): Promise<string | undefined> {
    return this.spelling('SELECT slug FROM registry_organization WHERE slug_key = $1 FOR KEY SHARE', slug);
  }

  /**
   * The spelling of the hub's organization of this name, including deleted ones. Locks it, so that its members do not
   * change.
   */
  async lockInHub(slug: string): Promise<string | undefined> {
    return this.spelling('SELECT slug FROM hub_organization_name WHERE slug_key = $1 FOR SHARE', slug);
  }

  /** Whether the user administers the hub's organization of this name, or the whole platform. */
  async isAdministratorInHub(slug: string, { issuer, subject }: Identity): Promise<boolean> {
    const row = await this.uow.row(
      `SELECT FROM hub_administrator
        WHERE issuer = $1 AND subject = $2 AND (slug_key = $3 OR slug_key IS NULL) LIMIT 1`,
      [issuer, subject, nameKey(slug)],
    );
    return row !== undefined;
  }

  /** Whether the user with this name key administers the registry's organization. */
  async isAdministratorInRegistry(slug: string, username: string, usernameKey: string): Promise<boolean> {
    const row = await this.uow.row(
      `SELECT
         FROM registry_member m
         JOIN registry_organization o ON o.id = m.org_id
        WHERE o.slug_key = $1 AND o.slug = $2 AND m.username_key = $3 AND m.username = $4 AND m.role = 'admin'`,
      [nameKey(slug), slug, usernameKey, username],
    );
    return row !== undefined;
  }

  private async spelling(sql: string, slug: string): Promise<string | undefined> {
    return (await this.uow.row<{ slug: string }>(sql, [nameKey(slug)]))?.slug;
  }
}
