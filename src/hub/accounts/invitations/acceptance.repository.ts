import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { ROLES, type Role } from '../../../auth/rules/roles.js';

/** Ids of an invitation. */
export interface InvitationPath {
  readonly orgId: string;
  readonly id: string;
}

/** The result of accepting an invitation. */
export interface Acceptance {
  /** The user's role in the organization before, if they were a member. */
  readonly previousRole: Role | null;
  /** The user's role now: an invitation never lowers it. */
  readonly role: Role;
}

const RANKS = `ARRAY[${ROLES.map((role) => `'${role}'`).join(', ')}]`;

/** SQL of accepting invitations. */
@Injectable()
export class AcceptanceRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Counts the organizations a user is a member of, except those that they created. */
  async countJoined(userId: string): Promise<number> {
    const row = await this.uow.row<{ joined: number }>(
      `SELECT count(*)::integer AS joined
         FROM organization_member m JOIN organization o ON o.id = m.org_id AND o.status <> 'DELETED'
        WHERE m.user_id = $1 AND m.created_at <> o.created_at`,
      [userId],
    );
    return row?.joined ?? 0;
  }

  /** Adds a user with the role of an invitation; a member keeps a higher role. The organization must be locked. */
  async addMember(orgId: string, userId: string, role: Role): Promise<Acceptance> {
    const acceptance = await this.uow.row<Acceptance>(
      `WITH added AS (
         INSERT INTO organization_member AS m (org_id, user_id, role, created_at) VALUES ($1, $2, $3, now())
         ON CONFLICT ON CONSTRAINT organization_member_pkey DO UPDATE SET role = excluded.role
           WHERE array_position(${RANKS}, excluded.role) < array_position(${RANKS}, m.role)
         RETURNING role)
       SELECT before.role AS "previousRole", coalesce(added.role, before.role) AS role
         FROM (VALUES (1)) one (row)
         LEFT JOIN added ON true
         LEFT JOIN organization_member before ON before.org_id = $1 AND before.user_id = $2`,
      [orgId, userId, role],
    );
    if (acceptance === undefined) throw new Error('the statement returned no row');
    return acceptance;
  }
}
