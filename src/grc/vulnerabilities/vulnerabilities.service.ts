import { Injectable } from '@nestjs/common';
import { parseTimestamp } from '../../common/values/timestamp.js';
import { currentDate } from '../../common/values/clock.js';
import { readAhead } from '../http/batches.js';
import { pageByCursor, positionOf, requireWholeList } from '../http/grc-list.js';
import { listInfo, windowOf } from '../http/grc-query.dto.js';
import { cursorText, parseCursor } from './crawl-cursor.js';
import type { VulnerabilityList, VulnerabilityQuery, VulnerabilityView } from './vulnerabilities.dto.js';
import {
  VulnerabilitiesReadModel,
  type CrawlPosition,
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
  async list(orgId: string, query: VulnerabilityQuery): Promise<VulnerabilityList> {
    const filter = await this.findings.withNumberOfChanges(filterOf(orgId, query));
    if (query.cursor !== undefined) return this.byCursor(filter, query, query.cursor);
    const asOf = currentDate();
    const found = await this.findings.page(filter, windowOf(query));
    const cursorAfter = (after: VulnerabilityRow, page: number) => cursorText({ page, asOf, after });
    return { ...listInfo(query, found, cursorAfter), vulnerabilities: found.items.map(viewOf) };
  }

  /** All findings that match, as of now, as lines of JSON in batches. @throws 422 with a page or cursor */
  all(orgId: string, query: VulnerabilityQuery): AsyncGenerator<string> {
    requireWholeList(query);
    return this.read(filterOf(orgId, query), currentDate());
  }

  private async *read(matching: VulnerabilityFilter, asOf: Date): AsyncGenerator<string> {
    const filter = await this.findings.withNumberOfChanges(matching);
    yield* readAhead<string>((last) => {
      const after = last === undefined ? undefined : positionAfter(last);
      return this.findings.crawlText(filter, { asOf, ...(after !== undefined && { after }) }, BATCH);
    });
  }

  private async byCursor(
    filter: VulnerabilityFilter,
    query: VulnerabilityQuery,
    cursor: string,
  ): Promise<VulnerabilityList> {
    const { page, ...from } = positionOf(query, cursor, parseCursor);
    const { info, items } = await pageByCursor(query, page, {
      read: (limit) => this.findings.crawl(filter, from, limit),
      total: () => this.findings.total(filter),
      cursorAfter: (after, next) => cursorText({ page: next, asOf: from.asOf, after }),
    });
    return { ...info, vulnerabilities: items.map(viewOf) };
  }
}

/** The position after lines of JSON, which have no line breaks inside. */
function positionAfter(lines: string): CrawlPosition['after'] {
  const { id, first_detected_at: detected } = JSON.parse(
    lines.slice(lines.lastIndexOf('\n') + 1),
  ) as VulnerabilityView;
  return { id, firstDetectedAt: new Date(detected) };
}

const viewOf = ({ json }: VulnerabilityRow): VulnerabilityView => JSON.parse(json) as VulnerabilityView;

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
