import { Injectable } from '@nestjs/common';
import { emailKey } from '../../common/values/email-address.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { Organization } from '../orgs/organization.entity.js';
import type { ShownOrganization } from '../orgs/organization.mapper.js';

/** What administrators of the platform change of an organization. */
export type OrganizationChange = Partial<
  Pick<Organization, 'name' | 'displayName' | 'plan' | 'status' | 'apiCallsPerMin' | 'paymentCustomer'>
>;

/** What can be changed of an organization, and the rest that is shown. */
export type LockedOrganization = ShownOrganization & Pick<Organization, 'paymentCustomer'>;

/** SQL of what administrators of the platform do to organizations. */
@Injectable()
export class AdminOrganizationsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** An organization that is not deleted, as it stays until the transaction ends. */
  lock(id: string): Promise<LockedOrganization | undefined> {
    return this.uow.row<LockedOrganization>(
      `SELECT id, name, slug, display_name AS "displayName", plan, status, api_calls_per_min AS "apiCallsPerMin",
              payment_customer AS "paymentCustomer", created_at AS "createdAt", updated_at AS "updatedAt"
         FROM organization WHERE id = $1 AND status <> 'DELETED' FOR NO KEY UPDATE`,
      [id],
    );
  }

  /** The unique key of the customer decides races (`organization_payment_customer_key`). */
  async change(id: string, change: OrganizationChange, now: Date): Promise<void> {
    await this.uow.manager.getRepository(Organization).update({ id }, { ...change, updatedAt: now });
  }

  /** The oldest active user with this verified address, who stays active until the transaction ends. */
  lockOwner(email: string): Promise<{ readonly id: string } | undefined> {
    return this.uow.row<{ id: string }>(
      `SELECT id FROM hub_user
        WHERE email_key = $1 AND email_verified AND status = 'ACTIVE'
        ORDER BY created_at, id LIMIT 1 FOR SHARE`,
      [emailKey(email)],
    );
  }
}
