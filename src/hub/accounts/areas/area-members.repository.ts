import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { shownEmailOf } from '../../../auth/accounts/user-profile.js';
import { foundPage, type FoundPage, type PageRow } from '../../../storage/database/paging.js';
import type { PageQuery } from '../../platform/http/page.dto.js';
import type { AreaRole } from './area-member.entity.js';

/** A member of an area, with the user's public fields. */
export interface FoundAreaMember {
  readonly userId: string;
  readonly email: string;
  readonly role: AreaRole;
  readonly addedAt: Date;
}

/** The result of adding a member. */
export interface Addition {
  /** Null if no member of the organization has this id. */
  readonly email: string | null;
  /** Null if they already were a member of the area. */
  readonly addedAt: Date | null;
}

const SHOWN = `m.user_id AS "userId", ${shownEmailOf('u')} AS email, m.role, m.added_at AS "addedAt"`;
// Deleted users are excluded.
const MEMBERS = `area_member m JOIN hub_user u ON u.id = m.user_id AND u.status <> 'DELETED'`;

/** SQL of the members of areas. */
@Injectable()
export class AreaMembersRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** In the order in which they were added; undefined when the organization has no such area. */
  async list(
    orgId: string,
    areaId: string,
    { limit, offset }: PageQuery,
  ): Promise<FoundPage<FoundAreaMember> | undefined> {
    const rows = await this.uow.rows<PageRow<FoundAreaMember>>(
      `SELECT t.total, p.*
         FROM (SELECT (SELECT count(*)::integer FROM ${MEMBERS} WHERE m.area_id = a.id) AS total
                 FROM area a WHERE a.org_id = $1 AND a.id = $2) t
         LEFT JOIN (SELECT ${SHOWN} FROM ${MEMBERS} WHERE m.org_id = $1 AND m.area_id = $2
                     ORDER BY m.added_at, m.user_id LIMIT $3 OFFSET $4) p ON true
        ORDER BY p."addedAt", p."userId"`,
      [orgId, areaId, limit, offset],
    );
    return rows.length === 0 ? undefined : foundPage(rows, 'userId');
  }

  /**
   * Adds a member of the organization; undefined if it has no such area. Of concurrent inserts, the primary key lets
   * one succeed.
   */
  add(orgId: string, areaId: string, userId: string, role: AreaRole): Promise<Addition | undefined> {
    return this.uow.row(
      `WITH found AS (
         SELECT a.id, a.org_id, m.user_id, m.email
           FROM area a
           LEFT JOIN (SELECT m.org_id, m.user_id, ${shownEmailOf('u')} AS email
                        FROM organization_member m JOIN hub_user u ON u.id = m.user_id AND u.status <> 'DELETED') m
             ON m.org_id = a.org_id AND m.user_id = $3
          WHERE a.org_id = $1 AND a.id = $2),
       added AS (
         INSERT INTO area_member (area_id, org_id, user_id, role, added_at)
         SELECT id, org_id, user_id, $4, now() FROM found WHERE user_id IS NOT NULL
         ON CONFLICT ON CONSTRAINT area_member_pkey DO NOTHING
         RETURNING added_at)
       SELECT found.email, added.added_at AS "addedAt" FROM found LEFT JOIN added ON true`,
      [orgId, areaId, userId, role],
    );
  }

  /** Reads a member and locks their row until the transaction ends. */
  lock(orgId: string, areaId: string, userId: string): Promise<FoundAreaMember | undefined> {
    return this.uow.row(
      `SELECT ${SHOWN} FROM ${MEMBERS} WHERE m.org_id = $1 AND m.area_id = $2 AND m.user_id = $3 FOR UPDATE OF m`,
      [orgId, areaId, userId],
    );
  }

  async changeRole(orgId: string, areaId: string, userId: string, role: AreaRole): Promise<void> {
    await this.uow.rows(
      'UPDATE area_member SET role = $4 WHERE org_id = $1 AND area_id = $2 AND user_id = $3',
      [orgId, areaId, userId, role],
    );
  }

  async remove(orgId: string, areaId: string, userId: string): Promise<void> {
    await this.uow.rows('DELETE FROM area_member WHERE org_id = $1 AND area_id = $2 AND user_id = $3', [
      orgId,
      areaId,
      userId,
    ]);
  }
}
