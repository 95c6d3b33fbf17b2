import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { nameKey } from '../../common/values/names.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { Membership } from './membership.entity.js';
import { RegistryOrganization } from './organization.entity.js';

export const ROLES = ['admin', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** SQL of organizations and their members. */
@Injectable()
export class MembershipsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** The organization with exactly this spelling. */
  findOrganization(slug: string): Promise<RegistryOrganization | null> {
    return this.uow.manager.getRepository(RegistryOrganization).findOneBy({ slugKey: nameKey(slug), slug });
  }

  /**
   * The organization of this name, made when there is none. Its spelling may differ from `slug`: whoever was first
   * chose it. Two callers at once get the same one.
   */
  async ensureOrganization(slug: string): Promise<{ id: string; slug: string }> {
    await this.uow.rows(
      `INSERT INTO registry_organization (id, slug, slug_key, created_at) VALUES ($1, $2, $3, now())
       ON CONFLICT ON CONSTRAINT registry_organization_slug_key DO NOTHING`,
      [randomUUID(), slug, nameKey(slug)],
    );
    const found = await this.uow.row<{ id: string; slug: string }>(
      `SELECT id, slug FROM registry_organization WHERE slug_key = $1`,
      [nameKey(slug)],
    );
    if (found === undefined) throw new Error('an organization that was just made is not there');
    return found;
  }

  /** Serializes changes of an organization's members until the transaction ends. */
  async lockOrganization(orgId: string): Promise<void> {
    await this.uow.rows(`SELECT id FROM registry_organization WHERE id = $1 FOR UPDATE`, [orgId]);
  }

  /** The role of a subject in the organization with exactly this slug. */
  async roleOf(slug: string, username: string): Promise<Role | undefined> {
    const found = await this.uow.row<{ role: Role }>(
      `SELECT m.role
         FROM registry_member m
         JOIN registry_organization o ON o.id = m.org_id
        WHERE o.slug_key = $1 AND o.slug = $2 AND m.username_key = $3 AND m.username = $4`,
      [nameKey(slug), slug, nameKey(username), username],
    );
    return found?.role;
  }

  /** At most `limit` members, by name. */
  list(orgId: string, limit: number): Promise<Membership[]> {
    return this.uow.manager
      .getRepository(Membership)
      .find({ where: { orgId }, order: { usernameKey: 'ASC' }, take: limit });
  }

  find(orgId: string, username: string): Promise<Membership | null> {
    return this.uow.manager.getRepository(Membership).findOneBy({ orgId, usernameKey: nameKey(username) });
  }

  count(orgId: string, role?: Role): Promise<number> {
    return this.uow.manager.getRepository(Membership).countBy({ orgId, ...(role !== undefined && { role }) });
  }

  async insert(member: Membership): Promise<void> {
    await this.uow.manager.getRepository(Membership).insert(member);
  }

  async delete(orgId: string, username: string): Promise<void> {
    await this.uow.manager.getRepository(Membership).delete({ orgId, usernameKey: nameKey(username) });
  }
}
