import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { ROLES, type Role } from '../../access/roles.js';
import { statusOf } from '../identity/hub-user.entity.js';
import { OF_ACTIVE_ORGANIZATIONS, IS_PENDING } from './invitation-conditions.js';

/** Where an invitation is found. */
export interface InvitationPath {
  readonly orgId: string;
  readonly id: string;
}

/** What accepting an invitation has done. */
export interface Acceptance {
  /** The role that the user had in the organization before. */
  readonly previousRole: Role | null;
  /** The role that they have now: an invitation never lowers one. */
  readonly role: Role;
}

const RANKS = `ARRAY[${ROLES.map((role) => `'${role}'`).join(', ')}]`;

/** SQL of users who answer invitations. */
@Injectable()
export class AcceptanceRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * The invitation that a new user accepts by their first login: the only one that waits for their verified address.
   * Undefined when several or none wait, when the user is not active, or when the address has logged in as another user.
   */
  async findForFirstLogin(userId: string, emailKey: string): Promise<InvitationPath | undefined> {
    const waiting = await this.uow.rows<InvitationPath>(
      `SELECT i.org_id AS "orgId", i.id
         FROM ${OF_ACTIVE_ORGANIZATIONS}
        WHERE i.email_key = $2 AND ${IS_PENDING}
          AND EXISTS (SELECT FROM hub_user u WHERE u.id = $1 AND ${statusOf('u')} = 'ACTIVE')
          AND NOT EXISTS (SELECT FROM hub_user k WHERE k.email_key = $2 AND k.email_verified AND k.id <> $1)
        LIMIT 2`,
      [userId, emailKey],
    );
    return waiting.length === 1 ? waiting[0] : undefined;
  }

  /** How many organizations a user is in, without those that they created. */
  async countJoined(userId: string): Promise<number> {
    const row = await this.uow.row<{ joined: number }>(
      `SELECT count(*)::integer AS joined
         FROM organization_member m JOIN organization o ON o.id = m.org_id AND o.status <> 'DELETED'
        WHERE m.user_id = $1 AND m.created_at <> o.created_at`,
      [userId],
    );
    return row?.joined ?? 0;
  }

  /** Makes a user a member in the role of an invitation, unless they have a higher one. Of an organization that is locked. */
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
    if (acceptance === undefined) throw new Error('a statement about one row answers one');
    return acceptance;
  }
}
