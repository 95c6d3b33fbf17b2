import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { ROLES, type Role } from '../access/roles.js';
import { ARE_DUE, INVITATIONS, ROOM } from './due-invitations.js';

/** An invitation that was just accepted, and what it did. */
export interface Accepted {
  readonly id: string;
  readonly orgId: string;
  readonly role: Role;
  /** The role that the user had already. */
  readonly previousRole: Role | null;
  /** Whether the invitation gave them its role: an existing membership is never lowered. */
  readonly gaveRole: boolean;
}

const RANKS = `ARRAY[${ROLES.map((role) => `'${role}'`).join(', ')}]`;

/** SQL of what happens when somebody who is invited comes. */
@Injectable()
export class AcceptanceRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Until the transaction ends, nobody else accepts for this user. */
  async lockUser(userId: string): Promise<void> {
    await this.uow.rows('SELECT id FROM hub_user WHERE id = $1 FOR NO KEY UPDATE', [userId]);
  }

  /**
   * Accepts what a user is invited to and has room for, in the order of the organizations, in which everybody locks. Under
   * `lockUser`.
   */
  acceptAll(userId: string): Promise<Accepted[]> {
    return this.uow.rows<Accepted>(
      `WITH due AS (
         SELECT i.id
           FROM ${INVITATIONS} CROSS JOIN hub_user u
          WHERE u.id = $1 AND u.status = 'ACTIVE' AND ${ARE_DUE}
          ORDER BY i.org_id LIMIT (SELECT ${ROOM} FROM hub_user u WHERE u.id = $1)
            FOR UPDATE OF i),
       accepted AS (
         UPDATE invitation i SET status = 'ACCEPTED' FROM due WHERE i.id = due.id RETURNING i.id, i.org_id, i.role),
       placed AS (
         INSERT INTO organization_member AS m (org_id, user_id, role, created_at)
         SELECT org_id, $1, role, now() FROM accepted ORDER BY org_id
         ON CONFLICT ON CONSTRAINT organization_member_pkey DO UPDATE SET role = excluded.role
           WHERE array_position(${RANKS}, excluded.role) < array_position(${RANKS}, m.role)
         RETURNING m.org_id)
       SELECT a.id, a.org_id AS "orgId", a.role, m.role AS "previousRole", p.org_id IS NOT NULL AS "gaveRole"
         FROM accepted a
         LEFT JOIN placed p ON p.org_id = a.org_id
         LEFT JOIN organization_member m ON m.org_id = a.org_id AND m.user_id = $1
        ORDER BY a.org_id`,
      [userId],
    );
  }
}
