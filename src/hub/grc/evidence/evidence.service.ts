import { Injectable } from '@nestjs/common';
import { badRequest } from '../../../common/errors/api-error.js';
import { pageInfo, windowOf } from '../http/grc-query.dto.js';
import { endOfDay, startOfDay } from '../http/utc-day.js';
import type { EvidenceChain, EvidenceItem, EvidenceQuery } from './evidence.dto.js';
import { evidenceItem } from './evidence.mapper.js';
import { EvidenceReadModel, type EvidenceFilter } from './evidence.read-model.js';

const BATCH = 200;

/** The snapshots of an organization's MCPs. */
@Injectable()
export class EvidenceService {
  constructor(private readonly evidence: EvidenceReadModel) {}

  async list(orgId: string, query: EvidenceQuery): Promise<EvidenceChain> {
    const { total, items } = await this.evidence.page(filterOf(orgId, query), windowOf(query));
    return { ...pageInfo(query, total), evidence_chain: items.map(evidenceItem) };
  }

  /** All snapshots that match, as of now. @throws 422 with a page */
  all(orgId: string, query: EvidenceQuery): AsyncGenerator<EvidenceItem> {
    if (query.page !== 1) throw badRequest('page', 'must not be given with this format');
    return this.read(filterOf(orgId, query));
  }

  private async *read(filter: EvidenceFilter): AsyncGenerator<EvidenceItem> {
    let rows = await this.evidence.crawl(filter, undefined, BATCH);
    for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
      for (const row of rows) yield evidenceItem(row);
      rows = rows.length < BATCH ? [] : await this.evidence.crawl(filter, last, BATCH);
    }
  }
}

const filterOf = (orgId: string, { mcp_id: mcpId, from, to }: EvidenceQuery): EvidenceFilter => ({
  orgId,
  mcpId,
  from: from === undefined ? undefined : startOfDay(from),
  before: to === undefined ? undefined : endOfDay(to),
});
