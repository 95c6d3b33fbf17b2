import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { foundPage, type FoundPage, type PageRow } from '../found-page.js';
import type { ShownOrganization } from '../orgs/organization.mapper.js';
import type { AdminOrganizationsQuery } from './admin-orgs.dto.js';
import { literalSubstring } from './literal-substring.js';

const COLUMNS = `
  id, name, slug, display_name AS "displayName", plan, status, api_calls_per_min AS "apiCallsPerMin",
  created_at AS "createdAt", updated_at AS "updatedAt"`;

const MATCHING = `
    FROM organization
   WHERE ($1::text IS NULL OR lower(name || E'\\n' || slug || E'\\n' || display_name) LIKE lower($1))
     AND CASE WHEN $2::text IS NULL THEN status <> 'DELETED' ELSE status = $2 END
     AND ($3::text IS NULL OR plan = $3)`;

/** Reads organizations for administrators of the platform. */
@Injectable()
export class AdminOrganizationsReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** An organization that is not deleted. */
  find(id: string): Promise<ShownOrganization | undefined> {
    return this.uow.row<ShownOrganization>(
      `SELECT ${COLUMNS} FROM organization WHERE id = $1 AND status <> 'DELETED'`,
      [id],
    );
  }

  /** A part of the organizations, the newest first, and how many fit. */
  async list(query: AdminOrganizationsQuery): Promise<FoundPage<ShownOrganization>> {
    const { q, status, plan, limit, offset } = query;
    const rows = await this.uow.rows<PageRow<ShownOrganization>>(
      `SELECT counted.total, page.*
         FROM (SELECT count(*)::int AS total ${MATCHING}) counted
         LEFT JOIN (SELECT ${COLUMNS} ${MATCHING} ORDER BY created_at DESC, id DESC LIMIT $4 OFFSET $5) page ON true
        ORDER BY page."createdAt" DESC, page.id DESC`,
      [literalSubstring(q), status ?? null, plan ?? null, limit, offset],
    );
    return foundPage(rows, 'id');
  }
}
