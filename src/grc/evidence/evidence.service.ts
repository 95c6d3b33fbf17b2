import { Injectable } from '@nestjs/common';
import { decodeCursor, encodeCursor } from '../../common/pagination/cursor.js';
import { isTimestamp } from '../../common/values/timestamp.js';
import { isUuid } from '../../common/values/uuid.js';
import { inBatches } from '../http/batches.js';
import { pageByCursor, positionOf, requireWholeList } from '../http/grc-list.js';
import { listInfo, windowOf } from '../http/grc-query.dto.js';
import { endOfDay, startOfDay } from '../http/utc-day.js';
import type { EvidenceChain, EvidenceItem, EvidenceQuery } from './evidence.dto.js';
import { evidenceItem } from './evidence.mapper.js';
import {
  EvidenceReadModel,
  type EvidenceFilter,
  type EvidencePosition,
  type EvidenceRow,
} from './evidence.read-model.js';

const BATCH = 200;

/** The snapshots of an organization's MCPs. */
@Injectable()
export class EvidenceService {
  constructor(private readonly evidence: EvidenceReadModel) {}

  /** A page, by its number or by the cursor of the page before. @throws 422 for a malformed cursor */
  async list(orgId: string, query: EvidenceQuery): Promise<EvidenceChain> {
    const filter = filterOf(orgId, query);
    if (query.cursor !== undefined) return this.byCursor(filter, query, query.cursor);
    const found = await this.evidence.page(filter, windowOf(query));
    return { ...listInfo(query, found, cursorAfter), evidence_chain: found.items.map(evidenceItem) };
  }

  /** All snapshots that match, as of now, in batches. @throws 422 with a page or cursor */
  all(orgId: string, query: EvidenceQuery): AsyncGenerator<readonly EvidenceItem[]> {
    requireWholeList(query);
    return this.read(filterOf(orgId, query));
  }

  private async byCursor(
    filter: EvidenceFilter,
    query: EvidenceQuery,
    cursor: string,
  ): Promise<EvidenceChain> {
    const { page, ...after } = positionOf(query, cursor, parseCursor);
    const { info, items } = await pageByCursor(query, page, {
      read: (limit) => this.evidence.crawl(filter, after, limit),
      total: () => this.evidence.total(filter),
      cursorAfter,
    });
    return { ...info, evidence_chain: items.map(evidenceItem) };
  }

  private async *read(filter: EvidenceFilter): AsyncGenerator<readonly EvidenceItem[]> {
    const batches = inBatches<EvidenceRow>(BATCH, (after) => this.evidence.crawl(filter, after, BATCH));
    for await (const rows of batches) yield rows.map(evidenceItem);
  }
}

const filterOf = (orgId: string, { mcp_id: mcpId, from, to }: EvidenceQuery): EvidenceFilter => ({
  orgId,
  mcpId,
  from: from === undefined ? undefined : startOfDay(from),
  before: to === undefined ? undefined : endOfDay(to),
});

/** The cursor of the page with this number, after an item. */
const cursorAfter = ({ exactTime, id }: EvidencePosition, page: number): string =>
  encodeCursor([String(page), exactTime, id]);

/** Where the page of a cursor begins; undefined for any other text. */
function parseCursor(text: string): (EvidencePosition & { readonly page: number }) | undefined {
  const [number = '', exactTime, id] = decodeCursor(text, 3) ?? [];
  if (!/^\d{1,9}$/.test(number) || !isExactTime(exactTime) || !isUuid(id)) return undefined;
  return { page: Number(number), exactTime, id };
}

/** Whether the database can have written a time. It has no year 0. */
const isExactTime = (text: unknown): text is string =>
  isTimestamp(text) && /^[1-9]\d{3}-.*T.*\.\d{6}Z$/.test(text);
