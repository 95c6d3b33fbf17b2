import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { foundPage, type FoundPage, type PageRow } from '../found-page.js';
import { KNOWN_ORGANIZATION, type KnownOrganization } from '../orgs/hub-organizations.repository.js';
import type { AdminOrganizationsQuery } from './admin-orgs.dto.js';
import { literalSubstring } from './literal-substring.js';

const MATCHING = `
    FROM organization o
   WHERE ($1::text IS NULL OR lower(name || E'\\n' || slug || E'\\n' || display_name) LIKE lower($1))
     AND CASE WHEN $2::text IS NULL THEN status <> 'DELETED' ELSE status = $2 END
     AND ($3::text IS NULL OR plan = $3)`;

/** Reads organizations for administrators of the platform. */
@Injectable()
export class AdminOrganizationsReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** A part of the organizations, the newest first, and how many fit. */
  async list(query: AdminOrganizationsQuery): Promise<FoundPage<KnownOrganization>> {
    const { q, status, plan, limit, offset } = query;
    const rows = await this.uow.rows<PageRow<KnownOrganization>>(
      `SELECT counted.total, page.*
         FROM (SELECT count(*)::int AS total ${MATCHING}) counted
         LEFT JOIN (SELECT ${KNOWN_ORGANIZATION} ${MATCHING} ORDER BY o.created_at DESC, o.id DESC LIMIT $4 OFFSET $5) page ON true
        ORDER BY page."createdAt" DESC, page.id DESC`,
      [literalSubstring(q), status ?? null, plan ?? null, limit, offset],
    );
    return foundPage(rows, 'id');
  }
}
