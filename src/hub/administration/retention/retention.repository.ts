import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';

const BATCH = 100;

/** For organizations without a setting. */
const EVALUATION_MONTHS = 12;

/** For how many months an organization keeps its records. */
export interface RetainedMonths {
  /** Null for all. */
  readonly auditMonths: number | null;
  readonly evaluationMonths: number;
}

/** An organization whose old records are sealed. */
export interface RetainingOrganization {
  readonly orgId: string;
  readonly months: number;
}

/** SQL of how long organizations keep their records. */
@Injectable()
export class RetentionRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async find(orgId: string): Promise<RetainedMonths> {
    const row = await this.uow.row<RetainedMonths>(
      `SELECT audit_months AS "auditMonths", evaluation_months AS "evaluationMonths"
         FROM organization_retention WHERE org_id = $1`,
      [orgId],
    );
    return row ?? { auditMonths: null, evaluationMonths: EVALUATION_MONTHS };
  }

  async save(orgId: string, { auditMonths, evaluationMonths }: RetainedMonths, now: Date): Promise<void> {
    await this.uow.rows(
      `INSERT INTO organization_retention (org_id, audit_months, evaluation_months, updated_at)
       VALUES ($1, $2, $3, $4)
       ON CONFLICT ON CONSTRAINT organization_retention_pkey
         DO UPDATE SET audit_months = excluded.audit_months, evaluation_months = excluded.evaluation_months,
                       updated_at = excluded.updated_at`,
      [orgId, auditMonths, evaluationMonths, now],
    );
  }

  /** The next organizations after an id that have evaluations from months before their retention: a bounded batch. */
  withOldEvaluations(after: string | null, now: Date): Promise<RetainingOrganization[]> {
    return this.uow.rows<RetainingOrganization>(
      `SELECT o.id AS "orgId", coalesce(r.evaluation_months, ${EVALUATION_MONTHS}) AS months
         FROM organization o LEFT JOIN organization_retention r ON r.org_id = o.id
        WHERE ($1::uuid IS NULL OR o.id > $1)
          AND EXISTS (SELECT FROM evaluation e
                       WHERE e.org_id = o.id
                         AND e.created_at < $2::timestamptz
                             - make_interval(months => coalesce(r.evaluation_months, ${EVALUATION_MONTHS})))
        ORDER BY o.id
        LIMIT ${BATCH}`,
      [after, now],
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
