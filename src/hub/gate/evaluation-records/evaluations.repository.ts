import { Injectable } from '@nestjs/common';
import { readPage, type FoundPage, type Window } from '../../../storage/database/paging.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { EvaluationEntity } from './evaluation.entity.js';

/** An evaluation with its items and policies. */
export interface EvaluationRecord extends Omit<EvaluationEntity, 'organization' | 'policiesApplied'> {
  readonly policiesApplied: number;
}

/** An evaluation in a list, without its items. */
export type EvaluationSummary = Omit<EvaluationRecord, 'policies' | 'items' | 'warnings'>;

/** Filters of a list; absent: all. */
export interface EvaluationFilter {
  readonly passed?: boolean | undefined;
  readonly environment?: string | undefined;
}

const SUMMARY = `
  id, org_id AS "orgId", token_id AS "tokenId", environment, passed, servers, denied, created_at AS "createdAt",
  coalesce(policies_applied, (SELECT count(*)::integer FROM jsonb_array_elements(policies) used
                               WHERE used ->> 'action' <> 'ALLOW')) AS "policiesApplied"`;

// Evaluations of the same MCPs on the same day write, and lock, only once. The order prevents deadlocks.
const INSERT = `
  WITH used AS (
    INSERT INTO evaluated_mcp AS e (mcp_id, org_id, evaluated_at)
    SELECT m.id, $2::uuid, $10::timestamptz
      FROM mcp m
     WHERE m.id = ANY ($11::uuid[])
       AND NOT EXISTS (SELECT FROM evaluated_mcp known
                        WHERE known.mcp_id = m.id AND known.org_id = $2::uuid
                          AND known.evaluated_at > $10::timestamptz - interval '1 day')
     ORDER BY m.id
    ON CONFLICT ON CONSTRAINT evaluated_mcp_pkey DO UPDATE SET evaluated_at = excluded.evaluated_at
  )
  INSERT INTO evaluation (id, org_id, token_id, environment, passed, servers, denied, policies, items, created_at,
                          policies_applied, warnings)
  VALUES ($1, $2::uuid, $3, $4, $5, $6, $7, $8, $9, $10::timestamptz, $12, $13)`;

/** SQL of the records of evaluations. */
@Injectable()
export class EvaluationsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Records an evaluation, and that the organization uses the MCPs in it. */
  async insert(evaluation: EvaluationRecord): Promise<void> {
    const { items } = evaluation;
    const mcpIds = new Set(
      items.map(({ understood }) => understood.mcp?.id).filter((id) => id !== undefined),
    );
    await this.uow.rows(INSERT, [
      evaluation.id,
      evaluation.orgId,
      evaluation.tokenId,
      evaluation.environment,
      evaluation.passed,
      evaluation.servers,
      evaluation.denied,
      JSON.stringify(evaluation.policies),
      JSON.stringify(items),
      evaluation.createdAt,
      [...mcpIds],
      evaluation.policiesApplied,
      JSON.stringify(evaluation.warnings),
    ]);
  }

  /** Newest first. */
  list(
    orgId: string,
    { passed, environment }: EvaluationFilter,
    page: Window,
  ): Promise<FoundPage<EvaluationSummary>> {
    const list = {
      columns: SUMMARY,
      rows: `FROM evaluation WHERE org_id = $1 AND ($2::boolean IS NULL OR passed = $2)
               AND ($3::text IS NULL OR lower(environment) = lower($3))`,
      values: [orgId, passed ?? null, environment ?? null],
      order: '"createdAt" DESC, id DESC',
      key: 'id',
    } as const;
    return readPage<EvaluationSummary>(this.uow, list, page);
  }

  find(orgId: string, id: string): Promise<EvaluationRecord | undefined> {
    return this.uow.row(
      `SELECT ${SUMMARY}, policies, items, warnings FROM evaluation WHERE org_id = $1 AND id = $2`,
      [orgId, id],
    );
  }
}
