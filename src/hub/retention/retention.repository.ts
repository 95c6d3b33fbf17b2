import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';

const BATCH = 100;

/** An organization whose old records are sealed. */
export interface RetainingOrganization {
  readonly orgId: string;
  readonly months: number;
}

/** SQL of how long organizations keep their records. */
@Injectable()
export class RetentionRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Months for which audit events stay in the trail; null for all. */
  async auditMonths(orgId: string): Promise<number | null> {
    const row = await this.uow.row<{ months: number | null }>(
      'SELECT audit_months AS months FROM organization_retention WHERE org_id = $1',
      [orgId],
    );
    return row?.months ?? null;
  }

  async save(orgId: string, auditMonths: number | null, now: Date): Promise<void> {
    await this.uow.rows(
      `INSERT INTO organization_retention (org_id, audit_months, updated_at) VALUES ($1, $2, $3)
       ON CONFLICT ON CONSTRAINT organization_retention_pkey
         DO UPDATE SET audit_months = excluded.audit_months, updated_at = excluded.updated_at`,
      [orgId, auditMonths, now],
    );
  }

  /** The next active organizations on the Enterprise plan after an id that seal old events: a bounded batch. */
  sealing(after: string | null): Promise<RetainingOrganization[]> {
    return this.uow.rows<RetainingOrganization>(
      `SELECT r.org_id AS "orgId", r.audit_months AS months
         FROM organization_retention r
         JOIN organization o ON o.id = r.org_id
        WHERE r.audit_months IS NOT NULL AND o.plan = 'ENTERPRISE' AND o.status = 'ACTIVE'
          AND ($1::uuid IS NULL OR r.org_id > $1)
        ORDER BY r.org_id
        LIMIT ${BATCH}`,
      [after],
    );
  }

  /** The next chains after one that still have events under a seal: a bounded batch. */
  async partlyDropped(after: string | null): Promise<string[]> {
    const rows = await this.uow.rows<{ id: string }>(
      `SELECT s.id
         FROM (SELECT chain_id AS id, max(last_position) AS last FROM audit_seal
                WHERE $1::uuid IS NULL OR chain_id > $1 GROUP BY chain_id) s
        WHERE EXISTS (SELECT FROM audit_event e WHERE e.chain_id = s.id AND e.position <= s.last)
        ORDER BY s.id
        LIMIT ${BATCH}`,
      [after],
    );
    return rows.map(({ id }) => id);
  }
}
