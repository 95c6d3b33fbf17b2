import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { EvaluationSeal } from './evaluation-seal.entity.js';

/** Where an evaluation is in the order of their times. */
export interface EvaluationPosition {
  readonly createdAt: Date;
  readonly id: string;
}

/** An evaluation to seal. */
export interface SealableEvaluation extends EvaluationPosition {
  /** The whole row as JSON. */
  readonly line: string;
}

/** SQL of the evaluations that are sealed. */
@Injectable()
export class EvaluationSealsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** The next evaluations of an organization after one and before a time, in the order of their times. */
  async next(
    orgId: string,
    after: EvaluationPosition | null,
    end: Date,
    limit: number,
  ): Promise<SealableEvaluation[]> {
    return this.uow.rows<SealableEvaluation>(
      `SELECT created_at AS "createdAt", id, to_jsonb(e)::text AS line FROM evaluation e
        WHERE org_id = $1 AND created_at < $2
          AND ($3::timestamptz IS NULL OR (created_at, id) > ($3, $4::uuid))
        ORDER BY created_at, id LIMIT $5`,
      [orgId, end, after?.createdAt ?? null, after?.id ?? null, limit],
    );
  }

  /** The number of the last seal of an organization; 0 without one. */
  async lastOrdinal(orgId: string): Promise<number> {
    const row = await this.uow.row<{ last: number }>(
      'SELECT coalesce(max(ordinal), 0) AS last FROM evaluation_seal WHERE org_id = $1',
      [orgId],
    );
    return row?.last ?? 0;
  }

  /** Returns false if there is a seal with this number already. */
  async insert(seal: Omit<EvaluationSeal, 'organization'>): Promise<boolean> {
    const rows = await this.uow.rows(
      `INSERT INTO evaluation_seal (org_id, ordinal, month, records, records_key, envelope, sealed_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING ordinal`,
      [
        seal.orgId,
        seal.ordinal,
        seal.month,
        seal.records,
        seal.recordsKey,
        JSON.stringify(seal.envelope),
        seal.sealedAt,
      ],
    );
    return rows.length > 0;
  }

  /** Deletes the evaluations up to one, and returns how many there were. */
  async deleteUpTo(orgId: string, { createdAt, id }: EvaluationPosition): Promise<number> {
    const row = await this.uow.row<{ count: number }>(
      `WITH deleted AS (
         DELETE FROM evaluation WHERE org_id = $1 AND (created_at, id) <= ($2, $3::uuid) RETURNING id)
       SELECT count(*)::integer AS count FROM deleted`,
      [orgId, createdAt, id],
    );
    return row?.count ?? 0;
  }
}
