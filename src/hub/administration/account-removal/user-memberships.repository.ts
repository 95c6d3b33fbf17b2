import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { Role } from '../../../auth/rules/roles.js';
import { HAS_OTHER_OWNER } from '../members/members.repository.js';

/** A user's membership in an organization that is not deleted. */
export interface UserMembership {
  readonly orgId: string;
  readonly slug: string;
  readonly role: Role;
  /** Whether the organization has another active owner. */
  readonly hasOtherOwner: boolean;
}

/** SQL of a user's memberships. */
@Injectable()
export class UserMembershipsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Reads the memberships of a locked user and locks their organizations: changes of members lock the organization
   * first, and a locked user cannot be added to another.
   */
  async lock(userId: string): Promise<UserMembership[]> {
    await this.uow.rows(
      `SELECT o.id FROM organization o
        WHERE o.id IN (SELECT org_id FROM organization_member WHERE user_id = $1)
        ORDER BY o.id FOR NO KEY UPDATE`,
      [userId],
    );
    return this.uow.rows<UserMembership>(
      `SELECT m.org_id AS "orgId", o.slug, m.role, ${HAS_OTHER_OWNER}
         FROM organization_member m
         JOIN organization o ON o.id = m.org_id AND o.status <> 'DELETED'
        WHERE m.user_id = $1
        ORDER BY m.org_id`,
      [userId],
    );
  }

  /** Deletes all memberships; those in areas are deleted by the foreign key. */
  async removeAll(userId: string): Promise<void> {
    await this.uow.rows('DELETE FROM organization_member WHERE user_id = $1', [userId]);
  }
}
