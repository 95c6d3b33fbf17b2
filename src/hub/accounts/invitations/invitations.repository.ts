import { Injectable } from '@nestjs/common';
import type { Role } from '../../../auth/rules/roles.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { readPage, type FoundPage } from '../../../storage/database/paging.js';
import type { PageQuery } from '../../platform/http/page.dto.js';
import { INVITER_MAY_INVITE } from './invitation-conditions.js';
import type { ShownInvitation } from './invitation.mapper.js';
import type { InvitationStatus } from './invitation.entity.js';
import type { NewInvitation } from './new-invitation.js';

// EXPIRED is never stored: it follows from the time. While the inviter lacks the permission to invite, an invitation
// counts as revoked.
const SHOWN_STATUS = `
  CASE WHEN i.status <> 'PENDING' THEN i.status
       WHEN i.expires_at <= now() THEN 'EXPIRED'
       WHEN NOT ${INVITER_MAY_INVITE} THEN 'REVOKED' ELSE 'PENDING' END`;

const SHOWN = `i.id, i.email, i.role, i.expires_at AS "expiresAt", ${SHOWN_STATUS} AS status`;

// The status for changes does not depend on the inviter's permission, which may return.
const STORED = `
  i.id, i.email, i.role, i.expires_at AS "expiresAt",
  CASE WHEN i.status = 'PENDING' AND i.expires_at <= now() THEN 'EXPIRED' ELSE i.status END AS status`;

/** A locked invitation. */
export interface LockedInvitation extends ShownInvitation {
  /** The status that decides about acceptance: REVOKED while the inviter lacks the permission. */
  readonly acceptableStatus: InvitationStatus;
}

/** Conditions for inviting an address. */
export interface InvitationConditions {
  readonly isMember: boolean;
  /** Number of the organization's invitations that can be accepted. */
  readonly pending: number;
}

/** SQL of the invitations. */
@Injectable()
export class InvitationsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Reads the conditions. With the organization locked they cannot change, except that a user may join. */
  async conditionsFor(orgId: string, emailKey: string): Promise<InvitationConditions> {
    const conditions = await this.uow.row<InvitationConditions>(
      `SELECT EXISTS (SELECT 1 FROM hub_user u JOIN organization_member m ON m.user_id = u.id
                       WHERE u.email_key = $2 AND u.email_verified AND u.status <> 'DELETED' AND m.org_id = $1) AS "isMember",
              (SELECT count(*)::integer FROM invitation i
                WHERE i.org_id = $1 AND i.status = 'PENDING' AND i.expires_at > now()
                  AND ${INVITER_MAY_INVITE}) AS pending`,
      [orgId, emailKey],
    );
    if (conditions === undefined) throw new Error('the statement returned no row');
    return conditions;
  }

  /**
   * Creates an invitation, replacing one to the same address that can no longer be accepted. False if one is pending
   * (`invitation_pending_key`).
   */
  async insert(invitation: NewInvitation): Promise<boolean> {
    const { id, orgId, email, emailKey, role, invitedBy, createdAt, expiresAt } = invitation;
    const made = await this.uow.rows(
      `INSERT INTO invitation AS i (id, org_id, email, email_key, role, invited_by, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (org_id, email_key) WHERE status = 'PENDING' DO UPDATE
         SET id = excluded.id, email = excluded.email, role = excluded.role, invited_by = excluded.invited_by,
             created_at = excluded.created_at, expires_at = excluded.expires_at
         WHERE i.expires_at <= now() OR NOT ${INVITER_MAY_INVITE}
       RETURNING id`,
      [id, orgId, email, emailKey, role, invitedBy, createdAt, expiresAt],
    );
    return made.length === 1;
  }

  /** Newest first. */
  list(orgId: string, page: PageQuery): Promise<FoundPage<ShownInvitation>> {
    const list = {
      columns: `${SHOWN}, i.created_at AS "createdAt"`,
      rows: 'FROM invitation i WHERE i.org_id = $1',
      values: [orgId],
      order: '"createdAt" DESC, id DESC',
      key: 'id',
    } as const;
    return readPage<ShownInvitation>(this.uow, list, page);
  }

  /** Reads an invitation and locks its row until the transaction ends. */
  lock(orgId: string, id: string): Promise<LockedInvitation | undefined> {
    return this.uow.row(
      `SELECT ${STORED}, ${SHOWN_STATUS} AS "acceptableStatus"
         FROM invitation i WHERE i.org_id = $1 AND i.id = $2 FOR UPDATE`,
      [orgId, id],
    );
  }

  async setStatus(orgId: string, id: string, status: InvitationStatus): Promise<void> {
    await this.uow.rows('UPDATE invitation SET status = $3 WHERE org_id = $1 AND id = $2', [
      orgId,
      id,
      status,
    ]);
  }

  /** Revokes the pending invitations of an inviter, except those with these roles, and returns them. */
  revokeSent(
    orgId: string,
    inviterId: string,
    kept: readonly Role[],
  ): Promise<{ readonly id: string; readonly email: string; readonly role: Role }[]> {
    return this.uow.rows(
      `UPDATE invitation SET status = 'REVOKED'
        WHERE org_id = $1 AND invited_by = $2 AND status = 'PENDING' AND NOT role = ANY($3)
        RETURNING id, email, role`,
      [orgId, inviterId, kept],
    );
  }
}
