import { Injectable } from '@nestjs/common';
import { nameKey } from '../../common/values/names.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { OrganizationMember } from './organization-member.entity.js';
import { Organization } from './organization.entity.js';

// More than a user can belong to in earnest.
const MAX_LISTED = 1000;

/** An organization about to begin, of whose payments nothing is known. */
export type NewOrganization = Omit<
  Organization,
  'slugKey' | 'paymentSubscription' | 'paymentEventAt' | 'paymentEventId' | 'paymentEventRank'
>;

/** SQL of the hub's organizations. A deleted one is found by nobody. */
@Injectable()
export class HubOrganizationsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** The slug's unique key decides races (`organization_slug_key`). */
  async insert(organization: NewOrganization): Promise<void> {
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

  /** Until the transaction ends, nobody else passes here for the same organization; rows that refer to it can be added. */
  async lock(id: string): Promise<void> {
    await this.uow.rows('SELECT id FROM organization WHERE id = $1 FOR NO KEY UPDATE', [id]);
  }

  /** Whether an organization is there; it is not deleted until the transaction ends. */
  async keep(id: string): Promise<boolean> {
    const found = await this.uow.rows(
      `SELECT id FROM organization WHERE id = $1 AND status <> 'DELETED' FOR SHARE`,
      [id],
    );
    return found.length === 1;
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

  /**
   * How many organizations a user is an owner of since it began: nobody else can add to these. Until the transaction ends,
   * nobody else passes here for the same user.
   */
  async lockBegunBy(userId: string): Promise<number> {
    await this.uow.rows('SELECT id FROM hub_user WHERE id = $1 FOR NO KEY UPDATE', [userId]);
    const [row] = await this.uow.rows<{ begun: number }>(
      `SELECT count(*)::integer AS begun
         FROM organization_member m
         JOIN organization o ON o.id = m.org_id AND o.status <> 'DELETED' AND o.created_at = m.created_at
        WHERE m.user_id = $1 AND m.role = 'OWNER'`,
      [userId],
    );
    return row?.begun ?? 0;
  }

  async addMember(member: OrganizationMember): Promise<void> {
    await this.uow.manager.getRepository(OrganizationMember).insert(member);
  }
}
