import { Injectable } from '@nestjs/common';
import { nameKey } from '../../../common/values/names.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { OrganizationMember } from './organization-member.entity.js';
import { Organization } from './organization.entity.js';

// More than any user is a member of.
const MAX_LISTED = 1000;

/** An organization to create, without payment state. */
export type NewOrganization = Omit<
  Organization,
  'slugKey' | 'paymentSubscription' | 'paymentEventAt' | 'paymentEventId' | 'paymentEventRank'
>;

/** An organization without its payment state. */
export type OrganizationSummary = NewOrganization;

/** Changes of an organization. */
export type OrganizationChange = Partial<
  Pick<Organization, 'name' | 'displayName' | 'plan' | 'status' | 'apiCallsPerMin' | 'paymentCustomer'>
>;

/** Columns of an `organization o`. */
export const ORGANIZATION_SUMMARY = `
  o.id, o.name, o.slug, o.display_name AS "displayName", o.plan, o.status, o.api_calls_per_min AS "apiCallsPerMin",
  o.payment_customer AS "paymentCustomer", o.created_at AS "createdAt", o.updated_at AS "updatedAt"`;

/** SQL of the hub's organizations. Deleted ones are excluded. */
@Injectable()
export class HubOrganizationsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Concurrent inserts of a slug fail on its unique key (`organization_slug_key`). */
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

  /** The organizations of a user, in the order of their creation. */
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

  /** Concurrent changes to the same payment customer fail on its unique key (`organization_payment_customer_key`). */
  async change(id: string, change: OrganizationChange, now: Date): Promise<void> {
    await this.uow.manager.getRepository(Organization).update({ id }, { ...change, updatedAt: now });
  }

  /** Number of organizations that a user created and still owns. */
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
