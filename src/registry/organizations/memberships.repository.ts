import { Inject, Injectable } from '@nestjs/common';
import { nameKey } from '../../common/values/names.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { Membership } from './membership.entity.js';

/** Roles of a member (registry contract 14). */
export const ROLES = ['admin', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** SQL of the members of organizations. */
@Injectable()
export class MembershipsRepository {
  constructor(
    private readonly uow: UnitOfWork,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** The unique key of a member: names of local users are case-insensitive, subjects of a provider are not. */
  keyOf(username: string): string {
    return this.config.auth.mode === 'enterprise' ? username : nameKey(username);
  }

  /** The role of a subject in the organization with exactly this slug. */
  async roleOf(slug: string, username: string): Promise<Role | undefined> {
    const found = await this.uow.row<{ role: Role }>(
      `SELECT m.role
         FROM registry_member m
         JOIN registry_organization o ON o.id = m.org_id
        WHERE o.slug_key = $1 AND o.slug = $2 AND m.username_key = $3 AND m.username = $4`,
      [nameKey(slug), slug, this.keyOf(username), username],
    );
    return found?.role;
  }

  /** Up to `limit` members, ordered by name. */
  list(orgId: string, limit: number): Promise<Membership[]> {
    return this.uow.manager
      .getRepository(Membership)
      .find({ where: { orgId }, order: { usernameKey: 'ASC' }, take: limit });
  }

  async find(orgId: string, username: string): Promise<Membership | undefined> {
    const found = await this.uow.manager
      .getRepository(Membership)
      .findOneBy({ orgId, usernameKey: this.keyOf(username) });
    return found ?? undefined;
  }

  count(orgId: string, role?: Role): Promise<number> {
    return this.uow.manager.getRepository(Membership).countBy({ orgId, ...(role !== undefined && { role }) });
  }

  async insert(member: Membership): Promise<void> {
    await this.uow.manager.getRepository(Membership).insert(member);
  }

  async remove(orgId: string, username: string): Promise<void> {
    await this.uow.manager.getRepository(Membership).delete({ orgId, usernameKey: this.keyOf(username) });
  }
}
