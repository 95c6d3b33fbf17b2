import { Injectable } from '@nestjs/common';
import { badRequest } from '../../../common/errors/api-error.js';
import { decodeCursor, encodeCursor } from '../../../common/pagination/cursor.js';
import { isTimestamp } from '../../../common/values/timestamp.js';
import { isUuid } from '../../../common/values/uuid.js';
import { pageInfo, windowOf } from '../http/grc-query.dto.js';
import { endOfDay, startOfDay } from '../http/utc-day.js';
import type { EvidenceChain, EvidenceItem, EvidenceQuery } from './evidence.dto.js';
import { evidenceItem } from './evidence.mapper.js';
import { EvidenceReadModel, type EvidenceFilter, type EvidencePosition } from './evidence.read-model.js';

const BATCH = 200;

/** The snapshots of an organization's MCPs. */
@Injectable()
export class EvidenceService {
  constructor(private readonly evidence: EvidenceReadModel) {}

  /** A page, by its number or by the cursor of the page before. @throws 422 for a malformed cursor */
  async list(orgId: string, query: EvidenceQuery): Promise<EvidenceChain> {
    const filter = filterOf(orgId, query);
    if (query.cursor !== undefined) return this.byCursor(filter, query, query.cursor);
    const { total, items } = await this.evidence.page(filter, windowOf(query));
    const info = pageInfo(query, total);
    return {
      ...info,
      next_cursor: info.has_more ? cursorAfter(items, query.page + 1) : null,
      evidence_chain: items.map(evidenceItem),
    };
  }

  /** All snapshots that match, as of now, in batches. @throws 422 with a page or cursor */
  all(orgId: string, query: EvidenceQuery): AsyncGenerator<EvidenceItem[]> {
    if (query.cursor !== undefined) throw badRequest('cursor', 'must not be given with this format');
    if (query.page !== 1) throw badRequest('page', 'must not be given with this format');
    return this.read(filterOf(orgId, query));
  }

  private async byCursor(
    filter: EvidenceFilter,
    { page: number, per_page: limit }: EvidenceQuery,
    cursor: string,
  ): Promise<EvidenceChain> {
    const next = parseCursor(cursor);
    if (next === undefined) throw badRequest('cursor', 'must be the next_cursor of a page');
    if (number !== 1) throw badRequest('page', 'must not be given with a cursor');
    const { page, ...after } = next;
    const rows = await this.evidence.crawl(filter, after, limit + 1);
    const items = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    return {
      total: await this.evidence.total(filter),
      page,
      per_page: limit,
      has_more: hasMore,
      next_cursor: hasMore ? cursorAfter(items, page + 1) : null,
      evidence_chain: items.map(evidenceItem),
    };
  }

  private async *read(filter: EvidenceFilter): AsyncGenerator<EvidenceItem[]> {
    let rows = await this.evidence.crawl(filter, undefined, BATCH);
    for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
      yield rows.map(evidenceItem);
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

/** The cursor of the page with this number, after some items. */
function cursorAfter(items: readonly EvidencePosition[], page: number): string | null {
  const last = items.at(-1);
  return last === undefined ? null : encodeCursor([String(page), last.exactTime, last.id]);
}

/** Where the page of a cursor begins; undefined for any other text. */
function parseCursor(text: string): (EvidencePosition & { readonly page: number }) | undefined {
  const [number = '', exactTime, id] = decodeCursor(text, 3) ?? [];
  if (!/^\d{1,9}$/.test(number) || !isExactTime(exactTime) || !isUuid(id)) return undefined;
  return { page: Number(number), exactTime, id };
}

/** Whether the database can have written a time. It has no year 0. */
const isExactTime = (text: unknown): text is string =>
  isTimestamp(text) && /^[1-9]\d{3}-.*T.*\.\d{6}Z$/.test(text);
