import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { Role } from '../../access/roles.js';
import { HAS_OTHER_OWNER } from '../members/members.repository.js';

/** A user's place in an organization that is not deleted. */
export interface UserMembership {
  readonly orgId: string;
  readonly slug: string;
  readonly role: Role;
  /** Whether the organization has another owner who can act. */
  readonly hasOtherOwner: boolean;
}

/** SQL of a user's places in organizations. */
@Injectable()
export class UserMembershipsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * All of a locked user's, as they stay until the transaction ends: whoever changes members locks the organization, and
   * nobody makes a locked user a member.
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

  /** With their places in areas, which the foreign key removes. */
  async removeAll(userId: string): Promise<void> {
    await this.uow.rows('DELETE FROM organization_member WHERE user_id = $1', [userId]);
  }
}
