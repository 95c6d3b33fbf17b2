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

/** What is known of an organization, but for its payments. */
export type OrganizationSummary = NewOrganization;

/** What can be changed of an organization. */
export type OrganizationChange = Partial<
  Pick<Organization, 'name' | 'displayName' | 'plan' | 'status' | 'apiCallsPerMin' | 'paymentCustomer'>
>;

/** The columns of an `organization o` that is known. */
export const ORGANIZATION_SUMMARY = `
  o.id, o.name, o.slug, o.display_name AS "displayName", o.plan, o.status, o.api_calls_per_min AS "apiCallsPerMin",
  o.payment_customer AS "paymentCustomer", o.created_at AS "createdAt", o.updated_at AS "updatedAt"`;

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

  find(id: string): Promise<OrganizationSummary | undefined> {
    return this.uow.row<OrganizationSummary>(
      `SELECT ${ORGANIZATION_SUMMARY} FROM organization o WHERE o.id = $1 AND o.status <> 'DELETED'`,
      [id],
    );
  }

  /** Those of a user, in the order in which they began. */
  listOf(userId: string): Promise<OrganizationSummary[]> {
    return this.uow.rows<OrganizationSummary>(
      `SELECT ${ORGANIZATION_SUMMARY}
         FROM organization o
         JOIN organization_member m ON m.org_id = o.id AND m.user_id = $1
        WHERE o.status <> 'DELETED'
        ORDER BY o.created_at, o.id
        LIMIT ${MAX_LISTED}`,
      [userId],
    );
  }

  /** The unique key of the customer decides races (`organization_payment_customer_key`). */
  async change(id: string, change: OrganizationChange, now: Date): Promise<void> {
    await this.uow.manager.getRepository(Organization).update({ id }, { ...change, updatedAt: now });
  }

  /** How many organizations a user has created and still owns. */
  async countCreatedBy(userId: string): Promise<number> {
    const row = await this.uow.row<{ created: number }>(
      `SELECT count(*)::integer AS created
         FROM organization_member m
         JOIN organization o ON o.id = m.org_id AND o.status <> 'DELETED' AND o.created_at = m.created_at
        WHERE m.user_id = $1 AND m.role = 'OWNER'`,
      [userId],
    );
    return row?.created ?? 0;
  }

  async addMember(member: OrganizationMember): Promise<void> {
    await this.uow.manager.getRepository(OrganizationMember).insert(member);
  }
}
