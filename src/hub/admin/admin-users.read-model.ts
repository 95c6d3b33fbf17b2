import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { readPage, type FoundPage } from '../../storage/database/paging.js';
import type { AdminUser } from './admin-user.js';
import type { AdminUsersQuery } from './admin-users.dto.js';
import { literalSubstring } from './literal-substring.js';

const COLUMNS = `
  id, email, email_verified AS "emailVerified", name, plan, role, status, created_at AS "createdAt", last_login_at AS "lastLoginAt"`;

/** Queries of users for platform administrators. */
@Injectable()
export class AdminUsersReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** A user who is not deleted. */
  find(id: string): Promise<AdminUser | undefined> {
    return this.uow.row<AdminUser>(`SELECT ${COLUMNS} FROM hub_user WHERE id = $1 AND status <> 'DELETED'`, [
      id,
    ]);
  }

  /** Newest first. */
  list({ q, status, plan, role, ...page }: AdminUsersQuery): Promise<FoundPage<AdminUser>> {
    const pattern = literalSubstring(q);
    // Separate SQL, because an optional condition would keep the planner from using the index on the text.
    const text = pattern === null ? '$1::text IS NULL' : `lower(email || E'\\n' || name) LIKE lower($1)`;
    const list = {
      columns: COLUMNS,
      rows: `
        FROM hub_user
       WHERE ${text}
         AND CASE WHEN $2::text IS NULL THEN status <> 'DELETED' ELSE status = $2 END
         AND ($3::text IS NULL OR plan = $3)
         AND ($4::text IS NULL OR role = $4)`,
      values: [pattern, status ?? null, plan ?? null, role ?? null],
      order: '"createdAt" DESC, id DESC',
      key: 'id',
    } as const;
    return readPage<AdminUser>(this.uow, list, page);
  }
}
