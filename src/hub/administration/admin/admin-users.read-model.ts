import { Injectable } from '@nestjs/common';
import { allWordsIn, folded, searchWords } from '../../../storage/database/search-words.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { readPage, type FoundPage } from '../../../storage/database/paging.js';
import { ADMIN_USER, type AdminUser } from './admin-user.js';
import type { AdminUsersQuery } from './admin-users.dto.js';

/** Queries of users for platform administrators. */
@Injectable()
export class AdminUsersReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** A user who is not deleted. */
  find(id: string): Promise<AdminUser | undefined> {
    return this.uow.row<AdminUser>(
      `SELECT ${ADMIN_USER} FROM hub_user WHERE id = $1 AND status <> 'DELETED'`,
      [id],
    );
  }

  /** Newest first. */
  list({ q, status, plan, role, ...page }: AdminUsersQuery): Promise<FoundPage<AdminUser>> {
    // As in the index (hub_user_search_idx).
    const text = allWordsIn(folded(`email || E'\\n' || name`), searchWords(q), 4);
    const list = {
      columns: ADMIN_USER,
      rows: `
        FROM hub_user
       WHERE ${text.sql}
         AND CASE WHEN $1::text IS NULL THEN status <> 'DELETED' ELSE status = $1 END
         AND ($2::text IS NULL OR plan = $2)
         AND ($3::text IS NULL OR role = $3)`,
      values: [status ?? null, plan ?? null, role ?? null, ...text.values],
      order: '"createdAt" DESC, id DESC',
      key: 'id',
    } as const;
    return readPage<AdminUser>(this.uow, list, page);
  }
}
