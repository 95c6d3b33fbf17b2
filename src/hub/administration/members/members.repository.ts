import { Injectable } from '@nestjs/common';
import { hasWords, wordsParameter } from '../../../storage/database/search-words.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { Role } from '../../../auth/rules/roles.js';
import { shownEmailOf } from '../../../auth/accounts/user-profile.js';
import { statusOf } from '../../accounts/identity/hub-user.entity.js';
import { readPage, type FoundPage } from '../../../storage/database/paging.js';
import type { SearchedPageQuery } from '../../platform/http/page.dto.js';

/** A member with the user's public fields. */
export interface FoundMember {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly joinedAt: Date;
}

// Deleted users are excluded.
const MEMBERS = `
  organization_member m JOIN hub_user u ON u.id = m.user_id AND u.status <> 'DELETED'`;

const SHOWN = `
  m.user_id AS "userId", ${shownEmailOf('u')} AS email, u.name, m.role, m.created_at AS "joinedAt"`;

/** SQL of whether the organization of an `organization_member m` has another owner who can sign in. */
export const HAS_OTHER_OWNER = `
  EXISTS (SELECT 1 FROM organization_member o
            JOIN hub_user w ON w.id = o.user_id AND ${statusOf('w')} = 'ACTIVE'
           WHERE o.org_id = m.org_id AND o.role = 'OWNER' AND o.user_id <> m.user_id) AS "hasOtherOwner"`;

/** SQL of the members of organizations. */
@Injectable()
export class MembersRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** In the order in which they joined. */
  list(orgId: string, page: SearchedPageQuery): Promise<FoundPage<FoundMember>> {
    const list = {
      columns: SHOWN,
      rows: `FROM ${MEMBERS} WHERE m.org_id = $1 AND ${hasWords(['u.name', shownEmailOf('u')], '$2')}`,
      values: [orgId, wordsParameter(page.q)],
      order: '"joinedAt", "userId"',
      key: 'userId',
    } as const;
    return readPage<FoundMember>(this.uow, list, page);
  }

  /** A member, and whether the organization has another owner who can sign in. */
  find(
    orgId: string,
    userId: string,
  ): Promise<(FoundMember & { readonly hasOtherOwner: boolean }) | undefined> {
    return this.uow.row(
      `SELECT ${SHOWN}, ${HAS_OTHER_OWNER}
         FROM ${MEMBERS}
        WHERE m.org_id = $1 AND m.user_id = $2`,
      [orgId, userId],
    );
  }

  /** Locks an organization that is not deleted, by the key of its slug. */
  lockOrganization(slugKey: string): Promise<{ readonly id: string; readonly slug: string } | undefined> {
    return this.uow.row(
      `SELECT id, slug FROM organization WHERE slug_key = $1 AND status <> 'DELETED' FOR NO KEY UPDATE`,
      [slugKey],
    );
  }

  async changeRole(orgId: string, userId: string, role: Role): Promise<void> {
    await this.uow.rows('UPDATE organization_member SET role = $3 WHERE org_id = $1 AND user_id = $2', [
      orgId,
      userId,
      role,
    ]);
  }

  /** Deletes a membership; those in areas are deleted by the foreign key. */
  async remove(orgId: string, userId: string): Promise<void> {
    await this.uow.rows('DELETE FROM organization_member WHERE org_id = $1 AND user_id = $2', [
      orgId,
      userId,
    ]);
  }
}
