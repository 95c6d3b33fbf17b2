import { Injectable } from '@nestjs/common';
import { hasWords, wordsParameter } from '../../../storage/database/search-words.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { readPage, type FoundPage } from '../../../storage/database/paging.js';
import {
  ORGANIZATION_SUMMARY,
  type OrganizationSummary,
} from '../../accounts/organizations/hub-organizations.repository.js';
import type { AdminOrganizationsQuery } from './admin-organizations.dto.js';

const MATCHING = `
    FROM organization o
   WHERE ${hasWords(['name', 'slug', 'display_name'], '$1')}
     AND CASE WHEN $2::text IS NULL THEN status <> 'DELETED' ELSE status = $2 END
     AND ($3::text IS NULL OR plan = $3)`;

/** Queries of organizations for platform administrators. */
@Injectable()
export class AdminOrganizationsReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** Newest first. */
  list({ q, status, plan, ...page }: AdminOrganizationsQuery): Promise<FoundPage<OrganizationSummary>> {
    const list = {
      columns: ORGANIZATION_SUMMARY,
      rows: MATCHING,
      values: [wordsParameter(q), status ?? null, plan ?? null],
      order: '"createdAt" DESC, id DESC',
      key: 'id',
    } as const;
    return readPage<OrganizationSummary>(this.uow, list, page);
  }
}
