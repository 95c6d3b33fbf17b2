import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { Role } from '../access/roles.js';
import { foundPage, type FoundPage, type PageRow } from '../found-page.js';
import type { PageQuery } from '../page.dto.js';

/** A member with what is shown of the user. */
export interface FoundMember {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly joinedAt: Date;
}

// A deleted user is found by nobody.
const MEMBERS = `
  organization_member m JOIN hub_user u ON u.id = m.user_id AND u.status <> 'DELETED'`;

/** SQL of the members of organizations. */
@Injectable()
export class MembersRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** In the order in which they joined; in one statement, so that the total is that of the same moment. */
  async list(orgId: string, { limit, offset }: PageQuery): Promise<FoundPage<FoundMember>> {
    const rows = await this.uow.rows<PageRow<FoundMember>>(
      `SELECT t.total, p.*
         FROM (SELECT count(*)::integer AS total FROM ${MEMBERS} WHERE m.org_id = $1) t
         LEFT JOIN (SELECT m.user_id AS "userId", u.email, u.name, m.role, m.created_at AS "joinedAt"
                      FROM ${MEMBERS}
                     WHERE m.org_id = $1
                     ORDER BY m.created_at, m.user_id
                     LIMIT $2 OFFSET $3) p ON true
        ORDER BY p."joinedAt", p."userId"`,
      [orgId, limit, offset],
    );
    return foundPage(rows, 'userId');
  }

  /** A member, and whether the organization would still have an owner who can act without them. */
  find(
    orgId: string,
    userId: string,
  ): Promise<(FoundMember & { readonly hasOtherOwner: boolean }) | undefined> {
    return this.uow.row(
      `SELECT m.user_id AS "userId", u.email, u.name, m.role, m.created_at AS "joinedAt",
              EXISTS (SELECT 1 FROM organization_member o
                        JOIN hub_user w ON w.id = o.user_id AND w.status = 'ACTIVE'
                       WHERE o.org_id = m.org_id AND o.role = 'OWNER' AND o.user_id <> m.user_id)
                AS "hasOtherOwner"
         FROM ${MEMBERS}
        WHERE m.org_id = $1 AND m.user_id = $2`,
      [orgId, userId],
    );
  }

  async changeRole(orgId: string, userId: string, role: Role): Promise<void> {
    await this.uow.rows('UPDATE organization_member SET role = $3 WHERE org_id = $1 AND user_id = $2', [
      orgId,
      userId,
      role,
    ]);
  }

  /** With their places in its areas, which the foreign key removes. */
  async remove(orgId: string, userId: string): Promise<void> {
    await this.uow.rows('DELETE FROM organization_member WHERE org_id = $1 AND user_id = $2', [
      orgId,
      userId,
    ]);
  }
}
