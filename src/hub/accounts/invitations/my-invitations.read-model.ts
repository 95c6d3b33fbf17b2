import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { Role } from '../../../auth/rules/roles.js';
import { readPage, type FoundPage } from '../../../storage/database/paging.js';
import { shownEmailOf } from '../../../auth/accounts/user-profile.js';
import type { PageQuery } from '../../platform/http/page.dto.js';
import type { InvitationPath } from './acceptance.repository.js';
import { OF_ACTIVE_ORGANIZATIONS, IS_PENDING } from './invitation-conditions.js';

/** An invitation, for its invitee. */
export interface ReceivedInvitation {
  readonly id: string;
  readonly orgId: string;
  readonly slug: string;
  readonly displayName: string;
  readonly role: Role;
  readonly inviterType: 'user' | 'service_token';
  readonly inviterName: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const COLUMNS = `
  i.id, i.org_id AS "orgId", o.slug, o.display_name AS "displayName", i.role,
  CASE WHEN t.id IS NULL THEN 'user' ELSE 'service_token' END AS "inviterType",
  coalesce(t.name, nullif(${shownEmailOf('u')}, ''), u.name, '') AS "inviterName",
  i.created_at AS "createdAt", i.expires_at AS "expiresAt"`;

/** Queries of invitations by the invitee's address. */
@Injectable()
export class MyInvitationsReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** Pending invitations, newest first. */
  list(emailKey: string, page: PageQuery): Promise<FoundPage<ReceivedInvitation>> {
    const list = {
      columns: COLUMNS,
      rows: `
        FROM ${OF_ACTIVE_ORGANIZATIONS}
        LEFT JOIN hub_user u ON u.id = i.invited_by
        LEFT JOIN service_token t ON t.id = i.invited_by AND t.org_id = i.org_id
       WHERE i.email_key = $1 AND ${IS_PENDING}`,
      values: [emailKey],
      order: '"createdAt" DESC, id DESC',
      key: 'id',
    } as const;
    return readPage<ReceivedInvitation>(this.uow, list, page);
  }

  /** An invitation to an address, in any state; undefined for one to another address. */
  find(emailKey: string, id: string): Promise<InvitationPath | undefined> {
    return this.uow.row<InvitationPath>(
      'SELECT org_id AS "orgId", id FROM invitation WHERE id = $2 AND email_key = $1',
      [emailKey, id],
    );
  }
}
