import { Injectable } from '@nestjs/common';
import { badRequest } from '../../../common/errors/api-error.js';
import { parseTimestamp } from '../../../common/values/timestamp.js';
import { pageInfo, windowOf } from '../http/grc-query.dto.js';
import { cursorText, parseCursor, type CrawlCursor } from './crawl-cursor.js';
import { vulnerabilityView } from './vulnerability.mapper.js';
import type { VulnerabilityList, VulnerabilityQuery, VulnerabilityView } from './vulnerabilities.dto.js';
import {
  VulnerabilitiesReadModel,
  type VulnerabilityFilter,
  type VulnerabilityRow,
} from './vulnerabilities.read-model.js';

// Of findings in memory while an export waits for its client; each has up to some ten kilobytes.
const BATCH = 100;

/** The findings of an organization's MCPs. */
@Injectable()
export class VulnerabilitiesService {
  constructor(private readonly findings: VulnerabilitiesReadModel) {}

  /** A page, by its number or by the cursor of the page before. @throws 422 for a cursor that is none */
  list(orgId: string, query: VulnerabilityQuery): Promise<VulnerabilityList> {
    const filter = filterOf(orgId, query);
    if (query.cursor === undefined) return this.byNumber(filter, query);
    const cursor = parseCursor(query.cursor);
    if (cursor === undefined) throw badRequest('cursor', 'must be the next_cursor of a page');
    if (query.page !== 1) throw badRequest('page', 'must not be given with a cursor');
    return this.byCursor(filter, query, cursor);
  }

  /** All findings that match, as of now, in batches. @throws 422 with a page or cursor */
  all(orgId: string, query: VulnerabilityQuery): AsyncGenerator<VulnerabilityView[]> {
    if (query.cursor !== undefined) throw badRequest('cursor', 'must not be given with this format');
    if (query.page !== 1) throw badRequest('page', 'must not be given with this format');
    return this.read(filterOf(orgId, query), new Date());
  }

  private async *read(filter: VulnerabilityFilter, asOf: Date): AsyncGenerator<VulnerabilityView[]> {
    let rows = await this.findings.crawl(filter, { asOf }, BATCH);
    for (let after = rows.at(-1); after !== undefined; after = rows.at(-1)) {
      yield rows.map((row) => vulnerabilityView(row, filter.status && asOf));
      rows = rows.length < BATCH ? [] : await this.findings.crawl(filter, { asOf, after }, BATCH);
    }
  }

  private async byNumber(filter: VulnerabilityFilter, query: VulnerabilityQuery): Promise<VulnerabilityList> {
    const asOf = new Date();
    const { total, items } = await this.findings.page(filter, windowOf(query));
    const info = pageInfo(query, total);
    return {
      ...info,
      next_cursor: info.has_more ? cursorAfter(items, { page: query.page + 1, asOf }) : null,
      vulnerabilities: items.map((row) => vulnerabilityView(row)),
    };
  }

  private async byCursor(
    filter: VulnerabilityFilter,
    { per_page: limit }: VulnerabilityQuery,
    { page, ...from }: CrawlCursor,
  ): Promise<VulnerabilityList> {
    const { asOf } = from;
    const rows = await this.findings.crawl(filter, from, limit + 1);
    const items = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    return {
      total: await this.findings.total(filter),
      page,
      per_page: limit,
      has_more: hasMore,
      next_cursor: hasMore ? cursorAfter(items, { page: page + 1, asOf }) : null,
      vulnerabilities: items.map((row) => vulnerabilityView(row, filter.status && asOf)),
    };
  }
}

/** The filter of a query. */
const filterOf = (orgId: string, query: VulnerabilityQuery): VulnerabilityFilter => ({
  orgId,
  severities: [...new Set(query.severity?.split(','))],
  vulnerabilityClass: query.vulnerability_class,
  owaspMcp: query.owasp_mcp,
  mcpId: query.mcp_id,
  status: query.status,
  updatedSince: parseTimestamp(query.updated_since),
});

function cursorAfter(
  items: readonly VulnerabilityRow[],
  { page, asOf }: Pick<CrawlCursor, 'page' | 'asOf'>,
): string | null {
  const last = items.at(-1);
  return last === undefined ? null : cursorText({ page, asOf, after: last });
}
