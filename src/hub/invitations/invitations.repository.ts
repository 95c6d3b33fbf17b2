import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { readPage, type FoundPage } from '../http/found-page.js';
import type { PageQuery } from '../http/page.dto.js';
import { INVITER_MAY_INVITE } from './invitation-conditions.js';
import type { ShownInvitation } from './invitation.mapper.js';
import type { InvitationStatus } from './invitation.entity.js';
import type { NewInvitation } from './new-invitation.js';

// Nobody writes EXPIRED: an invitation is that from one moment to the next. It is as good as revoked while its inviter
// could not make it any more.
const SHOWN_STATUS = `
  CASE WHEN i.status <> 'PENDING' THEN i.status
       WHEN i.expires_at <= now() THEN 'EXPIRED'
       WHEN NOT ${INVITER_MAY_INVITE} THEN 'REVOKED' ELSE 'PENDING' END`;

const SHOWN = `i.id, i.email, i.role, i.expires_at AS "expiresAt", ${SHOWN_STATUS} AS status`;

// What is done with one goes by what it is, whatever its inviter may now: they may be able to again tomorrow.
const KEPT = `
  i.id, i.email, i.role, i.expires_at AS "expiresAt",
  CASE WHEN i.status = 'PENDING' AND i.expires_at <= now() THEN 'EXPIRED' ELSE i.status END AS status`;

/** An invitation that stays as it is until the transaction ends. */
export interface LockedInvitation extends ShownInvitation {
  /** The status that decides about acceptance: REVOKED, too, while its inviter could not make it any more. */
  readonly acceptableStatus: InvitationStatus;
}

/** What decides whether an address may be invited. */
export interface InvitationRoom {
  readonly isMember: boolean;
  /** How many invitations of the organization can still be accepted. */
  readonly pending: number;
}

/** SQL of the invitations. */
@Injectable()
export class InvitationsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Of an organization that is locked, so that all of it stays true but for who joins. */
  async roomFor(orgId: string, emailKey: string): Promise<InvitationRoom> {
    const room = await this.uow.row<InvitationRoom>(
      `SELECT EXISTS (SELECT 1 FROM hub_user u JOIN organization_member m ON m.user_id = u.id
                       WHERE u.email_key = $2 AND u.email_verified AND u.status <> 'DELETED' AND m.org_id = $1) AS "isMember",
              (SELECT count(*)::integer FROM invitation i
                WHERE i.org_id = $1 AND i.status = 'PENDING' AND i.expires_at > now()
                  AND ${INVITER_MAY_INVITE}) AS pending`,
      [orgId, emailKey],
    );
    if (room === undefined) throw new Error('a statement without FROM answers a row');
    return room;
  }

  /** Takes the place of one for the same address that nobody can accept any more. False when one is pending (`invitation_pending_key`). */
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

  /** The newest first. */
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

  /** An invitation that stays as it is until the transaction ends. */
  lock(orgId: string, id: string): Promise<LockedInvitation | undefined> {
    return this.uow.row(
      `SELECT ${KEPT}, ${SHOWN_STATUS} AS "acceptableStatus"
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
}
