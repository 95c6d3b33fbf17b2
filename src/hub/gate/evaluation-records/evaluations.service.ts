import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/api-error.js';
import { detailView, summaryView } from './evaluation.mapper.js';
import type { EvaluationDetail, EvaluationList, EvaluationQuery } from './evaluations.dto.js';
import { EvaluationsRepository } from './evaluations.repository.js';

/** The records of what the gate has decided (hub contract 35). */
@Injectable()
export class EvaluationsService {
  constructor(private readonly evaluations: EvaluationsRepository) {}

  /** Newest first. */
  async list(
    orgId: string,
    { result, environment, limit, offset }: EvaluationQuery,
  ): Promise<EvaluationList> {
    const passed = result === undefined ? undefined : result === 'PASS';
    const { items, total } = await this.evaluations.list(orgId, { passed, environment }, { limit, offset });
    return { evaluations: items.map(summaryView), total, limit, offset };
  }

  /** @throws 404 */
  async get(orgId: string, id: string): Promise<EvaluationDetail> {
    const record = await this.evaluations.find(orgId, id);
    if (record === undefined) throw notFound('evaluation');
    return detailView(record);
  }
}
