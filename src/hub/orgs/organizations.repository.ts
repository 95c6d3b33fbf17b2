import { Injectable } from '@nestjs/common';
import { nameKey } from '../../common/values/names.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { OrganizationMember } from './organization-member.entity.js';
import { Organization } from './organization.entity.js';

// More than a user can belong to in earnest.
const MAX_LISTED = 1000;

/** SQL of the hub's organizations. A deleted one is found by nobody. */
@Injectable()
export class HubOrganizationsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** The slug's unique key decides races (`organization_slug_key`). */
  async insert(organization: Omit<Organization, 'slugKey'>): Promise<void> {
    await this.uow.manager
      .getRepository(Organization)
      .insert({ ...organization, slugKey: nameKey(organization.slug) });
  }

  find(id: string): Promise<Organization | null> {
    return this.uow.manager
      .getRepository(Organization)
      .createQueryBuilder('organization')
      .where(`organization.id = :id AND organization.status <> 'DELETED'`, { id })
      .getOne();
  }

  /** Those of a user, in the order in which they began. */
  listOf(userId: string): Promise<Organization[]> {
    return this.uow.manager
      .getRepository(Organization)
      .createQueryBuilder('organization')
      .innerJoin(OrganizationMember, 'member', 'member.orgId = organization.id AND member.userId = :userId', {
        userId,
      })
      .where(`organization.status <> 'DELETED'`)
      .orderBy('organization.createdAt', 'ASC')
      .addOrderBy('organization.id', 'ASC')
      .limit(MAX_LISTED)
      .getMany();
  }

  async change(id: string, change: Partial<Pick<Organization, 'name' | 'displayName'>>): Promise<void> {
    await this.uow.manager.getRepository(Organization).update({ id }, { ...change, updatedAt: new Date() });
  }

  async addMember(member: OrganizationMember): Promise<void> {
    await this.uow.manager.getRepository(OrganizationMember).insert(member);
  }
}
