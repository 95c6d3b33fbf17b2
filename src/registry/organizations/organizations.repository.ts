import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { nameKey } from '../../common/values/names.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { RegistryOrganization } from './organization.entity.js';

/** An organization by its name. */
export type NamedOrganization = Pick<RegistryOrganization, 'id' | 'slug' | 'suspended'>;

/** SQL of organizations. */
@Injectable()
export class OrganizationsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** The organization with exactly this spelling, also a suspended one. */
  async find(slug: string): Promise<RegistryOrganization | undefined> {
    const found = await this.uow.manager
      .getRepository(RegistryOrganization)
      .findOneBy({ slugKey: nameKey(slug), slug });
    return found ?? undefined;
  }

  /** The organization of this name, in any spelling. */
  findByName(slug: string): Promise<NamedOrganization | undefined> {
    return this.uow.row(`SELECT id, slug, suspended FROM registry_organization WHERE slug_key = $1`, [
      nameKey(slug),
    ]);
  }

  /**
   * Finds or creates the organization of this name. Its spelling, chosen by the creator, may differ from `slug`.
   * Concurrent callers get the same organization.
   */
  async findOrCreate(slug: string): Promise<NamedOrganization> {
    await this.uow.rows(
      `INSERT INTO registry_organization (id, slug, slug_key, created_at) VALUES ($1, $2, $3, now())
       ON CONFLICT ON CONSTRAINT registry_organization_slug_key DO NOTHING`,
      [randomUUID(), slug, nameKey(slug)],
    );
    const found = await this.findByName(slug);
    if (found === undefined) throw new Error('an organization that was just created is not there');
    return found;
  }

  /** Takes a row lock on the organization until the transaction ends. */
  async lock(orgId: string): Promise<void> {
    await this.uow.rows(`SELECT id FROM registry_organization WHERE id = $1 FOR UPDATE`, [orgId]);
  }
}
