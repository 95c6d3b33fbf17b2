import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import { nameKey } from '../../common/values/names.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { LocalUser } from './local-user.entity.js';
import { LOCAL_ISSUER } from './local-issuer.js';
import { ResourcePattern } from '../rules/resource-pattern.js';
import { milliseconds } from '../accounts/credential-times.js';

/** The resource patterns of a user (registry contract 2): the catalog and every organization they belong to. */
export const resourcesOf = ({
  registryAdmin,
  orgs,
}: Pick<LocalUserSnapshot, 'registryAdmin' | 'orgs'>): readonly string[] =>
  registryAdmin ? ['catalog', 'org/'] : ['catalog', ...orgs.map((slug) => `org/${slug}/`)];

/** The same as patterns. */
export const patternsOf = (
  snapshot: Pick<LocalUserSnapshot, 'registryAdmin' | 'orgs'>,
): readonly ResourcePattern[] => ResourcePattern.parseAll(resourcesOf(snapshot));

/** SQL of the slugs of the organizations of the local user `u`. */
export const ORGANIZATIONS_OF_USER = `
  ARRAY(SELECT o.slug
          FROM registry_member m
          JOIN registry_organization o ON o.id = m.org_id
         WHERE m.username_key = u.username_key
         ORDER BY o.slug_key)`;

/**
 * SQL: whether the local user `u` has no access: disabled by the operator, or suspended or deleted by an administrator of the
 * hub (hub contract 18).
 */
export const HAS_NO_ACCESS = `
  (u.disabled_at IS NOT NULL
   OR EXISTS (SELECT FROM hub_user h
               WHERE h.issuer = '${LOCAL_ISSUER}' AND h.subject = u.id::text AND h.status <> 'ACTIVE'))`;

/** A local user as a user of the hub. */
export interface StateInHub {
  /** An administrator of the hub has suspended the user; enabling does not end that. */
  readonly suspended: boolean;
  readonly platformAdmin: boolean;
}

/** The current authority of a user. */
export interface LocalUserSnapshot {
  readonly id: string;
  /** Seconds since 1970. */
  readonly createdAt: number;
  /** When sessions and JWTs ended last, in milliseconds since 1970; null if they never did. */
  readonly credentialsValidFrom: number | null;
  readonly username: string;
  /** Whether the operator or an administrator of the hub has taken away their access. */
  readonly disabled: boolean;
  readonly registryAdmin: boolean;
  /** Slugs of the organizations that the user is a member of. */
  readonly orgs: readonly string[];
}

const SNAPSHOT = `
  SELECT u.id, extract(epoch FROM u.created_at)::float8 AS "createdAt", u.username,
         ${milliseconds('u.credentials_valid_from')} AS "credentialsValidFrom",
         ${HAS_NO_ACCESS} AS disabled,
         u.registry_admin AS "registryAdmin",
         ${ORGANIZATIONS_OF_USER} AS orgs
    FROM local_user u`;

/** SQL of the local users. */
@Injectable()
export class LocalUsersRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async find(username: string): Promise<LocalUser | undefined> {
    const found = await this.uow.manager
      .getRepository(LocalUser)
      .findOneBy({ usernameKey: nameKey(username) });
    return found ?? undefined;
  }

  async findById(id: string): Promise<LocalUser | undefined> {
    return (await this.uow.manager.getRepository(LocalUser).findOneBy({ id })) ?? undefined;
  }

  /** Up to `limit` users whose keys follow `after`, in order. */
  list(after: string, limit: number): Promise<LocalUser[]> {
    return this.uow.manager
      .getRepository(LocalUser)
      .find({ where: { usernameKey: MoreThan(after) }, order: { usernameKey: 'ASC' }, take: limit });
  }

  /** What the hub says about those among these users who have signed in to it, by their ids. */
  async statesInHub(ids: readonly string[]): Promise<ReadonlyMap<string, StateInHub>> {
    const rows = await this.uow.rows<StateInHub & { readonly subject: string }>(
      `SELECT subject, status <> 'ACTIVE' AS suspended, role = 'PLATFORM_ADMIN' AS "platformAdmin"
         FROM hub_user WHERE issuer = $1 AND subject = ANY($2)`,
      [LOCAL_ISSUER, ids],
    );
    return new Map(rows.map(({ subject, ...state }) => [subject, state]));
  }

  async isEmpty(): Promise<boolean> {
    return !(await this.uow.manager.getRepository(LocalUser).exists());
  }

  async hasAdministrator(): Promise<boolean> {
    const row = await this.uow.row(
      `SELECT FROM local_user u WHERE u.registry_admin AND NOT ${HAS_NO_ACCESS} LIMIT 1`,
    );
    return row !== undefined;
  }

  /** Whether this user administers the whole registry, and no other one with access does. */
  async isLastAdministrator(id: string): Promise<boolean> {
    const row = await this.uow.row(
      `SELECT FROM local_user a WHERE a.id = $1 AND a.registry_admin AND NOT EXISTS (
         SELECT FROM local_user u WHERE u.registry_admin AND u.id <> a.id AND NOT ${HAS_NO_ACCESS})`,
      [id],
    );
    return row !== undefined;
  }

  /** Serializes changes of who administers the registry, until the transaction ends. */
  async lockAdministrators(): Promise<void> {
    await this.uow.rows(`SELECT pg_advisory_xact_lock(hashtextextended('registry administrators', 0))`);
  }

  async findFirstAdministrator(): Promise<LocalUser | undefined> {
    const found = await this.uow.manager.getRepository(LocalUser).findOneBy({ firstAdministrator: true });
    return found ?? undefined;
  }

  async insert(user: LocalUser): Promise<void> {
    await this.uow.manager.getRepository(LocalUser).insert(user);
  }

  async update(id: string, change: Partial<LocalUser>): Promise<void> {
    await this.uow.manager.getRepository(LocalUser).update({ id }, change);
  }

  /** The user whose name is spelled exactly like `subject`, with their memberships, in one statement. */
  findSnapshot(subject: string): Promise<LocalUserSnapshot | undefined> {
    return this.uow.row<LocalUserSnapshot>(`${SNAPSHOT} WHERE u.username_key = $1 AND u.username = $2`, [
      nameKey(subject),
      subject,
    ]);
  }

  /** The same, of the user who signs in to the hub as this one; undefined for users of another identity provider. */
  findSnapshotOfHubUser(hubUserId: string): Promise<LocalUserSnapshot | undefined> {
    return this.uow.row<LocalUserSnapshot>(
      `${SNAPSHOT} JOIN hub_user h ON h.subject = u.id::text WHERE h.id = $1 AND h.issuer = $2`,
      [hubUserId, LOCAL_ISSUER],
    );
  }
}
