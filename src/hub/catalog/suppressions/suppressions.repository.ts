import { Injectable } from '@nestjs/common';
import { readPage, type FoundPage, type Window } from '../../../storage/database/paging.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { Suppression } from './suppression.entity.js';

/** A suppression without what it refers to. */
export type SuppressionRow = Omit<Suppression, 'organization' | 'finding'>;

/** A suppression in a list. */
export interface ListedSuppression extends SuppressionRow {
  readonly mcpId: string;
  readonly mcpName: string;
  readonly ruleId: string;
  readonly title: string;
  readonly severity: string;
  readonly findingStatus: string;
  readonly expired: boolean;
}

const LISTED = `
  s.id, s.org_id AS "orgId", s.finding_id AS "findingId", s.reason, s.author_id AS "authorId",
  s.author_type AS "authorType", s.author_name AS "authorName", s.created_at AS "createdAt",
  s.expires_at AS "expiresAt", s.expires_at <= now() AS expired, m.id AS "mcpId", m.name AS "mcpName",
  f.rule_id AS "ruleId", f.detail ->> 'title' AS title, f.severity, f.status AS "findingStatus"`;

// Other organizations' MCPs can become private or leave the catalog, and then do not exist for this one (hub contract 9).
const SEEN = `(m.org_id = $1 OR (m.visibility = 'public' AND NOT m.withdrawn))`;

const ROWS = `
  FROM suppression s
  JOIN finding f ON f.id = s.finding_id
  JOIN mcp m ON m.id = f.mcp_id
 WHERE s.org_id = $1 AND ${SEEN}`;

/** SQL of the suppressions. */
@Injectable()
export class SuppressionsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Newest first, with those that have expired, and without those of MCPs that the organization no longer sees. */
  list(orgId: string, page: Window): Promise<FoundPage<ListedSuppression>> {
    const list = {
      columns: LISTED,
      rows: ROWS,
      values: [orgId],
      order: '"createdAt" DESC, id DESC',
      key: 'id',
    } as const;
    return readPage<ListedSuppression>(this.uow, list, page);
  }

  find(orgId: string, id: string): Promise<ListedSuppression | undefined> {
    return this.uow.row<ListedSuppression>(`SELECT ${LISTED} ${ROWS} AND s.id = $2`, [orgId, id]);
  }

  async count(orgId: string): Promise<number> {
    const row = await this.uow.row<{ count: number }>(
      'SELECT count(*)::integer AS count FROM suppression WHERE org_id = $1',
      [orgId],
    );
    return row?.count ?? 0;
  }

  /** The MCP of a finding that an organization sees: its own, or a public one. Undefined for any other finding. */
  findMcp(orgId: string, findingId: string): Promise<{ readonly mcpId: string } | undefined> {
    return this.uow.row(
      `SELECT m.id AS "mcpId"
         FROM finding f JOIN mcp m ON m.id = f.mcp_id
        WHERE f.id = $2 AND ${SEEN}`,
      [orgId, findingId],
    );
  }

  /** Concurrent inserts for one finding fail on its unique key (`suppression_finding_key`). */
  async insert(suppression: SuppressionRow): Promise<void> {
    const { id, orgId, findingId, reason, authorId, authorType, authorName, createdAt, expiresAt } =
      suppression;
    await this.uow.rows(
      `INSERT INTO suppression
         (id, org_id, finding_id, reason, author_id, author_type, author_name, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [id, orgId, findingId, reason, authorId, authorType, authorName, createdAt, expiresAt],
    );
  }

  /** Makes room for another suppression of a finding. */
  async deleteExpired(orgId: string, findingId: string): Promise<void> {
    await this.uow.rows(
      'DELETE FROM suppression WHERE org_id = $1 AND finding_id = $2 AND expires_at <= now()',
      [orgId, findingId],
    );
  }

  /** Deletes a suppression and returns its finding; undefined if there is none. */
  delete(orgId: string, id: string): Promise<{ readonly findingId: string } | undefined> {
    return this.uow.row(
      'DELETE FROM suppression WHERE org_id = $1 AND id = $2 RETURNING finding_id AS "findingId"',
      [orgId, id],
    );
  }
}
