import { Injectable } from '@nestjs/common';
import { readPage, type FoundPage, type Window } from '../../storage/database/paging.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { EvaluationEntity } from './evaluation.entity.js';

/** An evaluation in a list, without its items. */
export type EvaluationSummary = Omit<EvaluationEntity, 'policies' | 'items' | 'organization'>;

/** Filters of a list; absent: all. */
export interface EvaluationFilter {
  readonly passed?: boolean | undefined;
  readonly environment?: string | undefined;
}

const SUMMARY = `
  id, org_id AS "orgId", token_id AS "tokenId", environment, passed, servers, denied, created_at AS "createdAt"`;

/** SQL of the records of evaluations. */
@Injectable()
export class EvaluationsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async insert(evaluation: Omit<EvaluationEntity, 'organization'>): Promise<void> {
    const { id, orgId, tokenId, environment, passed, servers, denied, policies, items, createdAt } =
      evaluation;
    await this.uow.rows(
      `INSERT INTO evaluation (id, org_id, token_id, environment, passed, servers, denied, policies, items, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        id,
        orgId,
        tokenId,
        environment,
        passed,
        servers,
        denied,
        JSON.stringify(policies),
        JSON.stringify(items),
        createdAt,
      ],
    );
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

  find(orgId: string, id: string): Promise<Omit<EvaluationEntity, 'organization'> | undefined> {
    return this.uow.row(`SELECT ${SUMMARY}, policies, items FROM evaluation WHERE org_id = $1 AND id = $2`, [
      orgId,
      id,
    ]);
  }
}
