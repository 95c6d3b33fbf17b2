import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { foundPage, type FoundPage, type PageRow, type Window } from '../../storage/database/paging.js';
import type { FindingStatus } from '../../hub/catalog/findings/finding-status.js';
import { vulnerabilityJson } from './vulnerability-json.js';

/** A finding of an MCP of the organization, with its position in the list. */
export interface VulnerabilityRow {
  readonly id: string;
  readonly firstDetectedAt: Date;
  /** A `VulnerabilityView` as JSON. */
  readonly json: string;
}

/** Which findings of an organization to read. Undefined and an empty list mean all. */
export interface VulnerabilityFilter {
  readonly orgId: string;
  readonly severities: readonly string[];
  readonly vulnerabilityClass: string | undefined;
  readonly owaspMcp: string | undefined;
  readonly mcpId: string | undefined;
  readonly status: FindingStatus | undefined;
  readonly updatedSince: Date | undefined;
  /** Whether only few findings have changed since; see `withNumberOfChanges`. */
  readonly fewChanged?: boolean;
}

/** Where a crawl continues. */
export interface CrawlPosition {
  /** Findings have the status that they had at this time, so that none leaves the crawl while it runs. */
  readonly asOf: Date;
  /** The last finding that was read. */
  readonly after?: { readonly firstDetectedAt: Date; readonly id: string };
}

const POSITION = `f.id, f.first_detected_at AS "firstDetectedAt"`;

// Looked up for each finding. A join would read the MCPs of all organizations for every page.
const MCP = 'CROSS JOIN LATERAL (SELECT name FROM mcp WHERE id = f.mcp_id OFFSET 0) m';

// What is shown of a finding.
const FINDING = 'id, mcp_id, version_id, snapshot_id, detail, last_seen_at, resolved_at, updated_at';

// Of findings that are sorted for a page or a batch. With more, one of so many in the order of the list matches.
const MAX_SORTED = 10_000;

const ORDER = 'first_detected_at DESC, id';

/** A statement under construction. */
class Parameters {
  readonly values: unknown[] = [];

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /**
   * The same, hidden from the planner by a subselect. If it knew where a crawl continues, it would plan each batch again, which
   * takes as long as writing dozens of lines.
   */
  hidden(value: unknown, type: 'uuid' | 'timestamptz'): string {
    return `(SELECT ${this.add(value)}::${type})`;
  }
}

/** The findings of an organization (ADR 66). */
@Injectable()
export class VulnerabilitiesReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * The filter, with whether few findings have changed. These are sorted for each page; otherwise, findings are read in the
   * order of the list. The planner cannot decide that, because it plans a statement once for all times.
   */
  async withNumberOfChanges(filter: VulnerabilityFilter): Promise<VulnerabilityFilter> {
    const { orgId, updatedSince } = filter;
    if (updatedSince === undefined) return filter;
    const row = await this.uow.row<{ readonly few: boolean }>(
      `SELECT count(*) <= ${MAX_SORTED} AS few
         FROM (SELECT 1 FROM finding WHERE org_id = $1 AND ${updatedFrom('$2')} LIMIT ${MAX_SORTED + 1}) changed`,
      [orgId, updatedSince],
    );
    return { ...filter, fewChanged: row?.few === true };
  }

  /** A page and the number of all findings that match, in one statement. */
  async page(filter: VulnerabilityFilter, { limit, offset }: Window): Promise<FoundPage<VulnerabilityRow>> {
    const parameters = new Parameters();
    const [count, skipped] = [parameters.add(limit), parameters.add(offset)];
    const ids = firstOf('id', filter, parameters, { upTo: `(${count}::integer + ${skipped}::integer)` });
    const { json, joins } = vulnerabilityJson(undefined);
    const rows = await this.uow.rows<PageRow<VulnerabilityRow>>(
      `SELECT list.total, page.*
         FROM (${totalOf(filter, parameters)}) list
         LEFT JOIN (
           SELECT ${POSITION}, ${json} AS json
             FROM (SELECT id FROM (${ids}) found ORDER BY ${ORDER} LIMIT ${count} OFFSET ${skipped}) ids
             JOIN finding f ON f.id = ids.id
             ${MCP} ${joins}) page ON true
        ORDER BY page."firstDetectedAt" DESC, page.id`,
      parameters.values,
    );
    return foundPage(rows, 'id');
  }

  /** Number of all findings that match. */
  async total(filter: VulnerabilityFilter): Promise<number> {
    const parameters = new Parameters();
    const row = await this.uow.row<{ total: number }>(totalOf(filter, parameters), parameters.values);
    return row?.total ?? 0;
  }

  /** The next findings of a crawl, newest first: at most `limit`. */
  crawl(filter: VulnerabilityFilter, from: CrawlPosition, limit: number): Promise<VulnerabilityRow[]> {
    const parameters = new Parameters();
    const { json, source } = crawlSource(filter, parameters, from, parameters.add(limit));
    return this.uow.rows<VulnerabilityRow>(
      `SELECT ${POSITION}, ${json} AS json FROM ${source} ORDER BY f.first_detected_at DESC, f.id`,
      parameters.values,
    );
  }

  /**
   * The same as lines of JSON in one text, without the end of the last line; null without any. The rows of an export are not
   * even objects in the process.
   * @param limit the same for all batches, because it is a part of the statement
   */
  async crawlText(filter: VulnerabilityFilter, from: CrawlPosition, limit: number): Promise<string | null> {
    const parameters = new Parameters();
    const { json, source } = crawlSource(filter, parameters, from, String(limit));
    const row = await this.uow.row<{ readonly text: string | null }>(
      `SELECT string_agg(line.json, E'\\n' ORDER BY line.first_detected_at DESC, line.id) AS text
         FROM (SELECT f.id, f.first_detected_at, ${json} AS json FROM ${source}) line`,
      parameters.values,
    );
    return row?.text ?? null;
  }
}

/** The next findings of a crawl as `f`, and SQL of their JSON. */
function crawlSource(
  filter: VulnerabilityFilter,
  parameters: Parameters,
  from: CrawlPosition,
  upTo: string,
): { readonly json: string; readonly source: string } {
  const rows = firstOf(FINDING, filter, parameters, { upTo, from });
  const { json, joins } = vulnerabilityJson(filter.status && parameters.add(from.asOf));
  return {
    json,
    source: `(SELECT * FROM (${rows}) found ORDER BY ${ORDER} LIMIT ${upTo}) f ${MCP} ${joins}`,
  };
}

/** The total, from the counts that triggers keep unless a time is asked for. */
function totalOf(filter: VulnerabilityFilter, parameters: Parameters): string {
  const conditions = [`org_id = ${parameters.add(filter.orgId)}`, ...sharedConditions(filter, parameters)];
  if (filter.severities.length > 0) conditions.push(`severity = ANY (${parameters.add(filter.severities)})`);
  if (filter.status !== undefined) conditions.push(`status = ${parameters.add(filter.status)}`);
  if (filter.updatedSince === undefined) {
    return `SELECT coalesce(sum(count), 0)::integer AS total FROM finding_count WHERE ${conditions.join(' AND ')}`;
  }
  conditions.push(updatedFrom(parameters.add(filter.updatedSince)));
  return `SELECT count(*)::integer AS total FROM finding WHERE ${conditions.join(' AND ')}`;
}

function* sharedConditions(
  { mcpId, vulnerabilityClass, owaspMcp }: VulnerabilityFilter,
  parameters: Parameters,
): Generator<string> {
  if (mcpId !== undefined) yield `mcp_id = ${parameters.add(mcpId)}`;
  if (vulnerabilityClass !== undefined) yield `vulnerability_class = ${parameters.add(vulnerabilityClass)}`;
  if (owaspMcp !== undefined) yield `owasp_mcp = ${parameters.add(owaspMcp)}`;
}

/**
 * These columns of the first findings that match. Several severities are read one by one and merged, so that each is read in
 * the order of its index.
 */
function firstOf(
  columns: string,
  filter: VulnerabilityFilter,
  parameters: Parameters,
  { upTo, from }: { readonly upTo: string; readonly from?: CrawlPosition },
): string {
  const { orgId } = filter;
  const organization = from === undefined ? parameters.add(orgId) : parameters.hidden(orgId, 'uuid');
  const conditions = [`org_id = ${organization}`, ...sharedConditions(filter, parameters)];
  if (filter.status !== undefined) conditions.push(statusCondition(filter.status, parameters, from?.asOf));
  if (from?.after !== undefined) {
    const { firstDetectedAt, id } = from.after;
    const at = parameters.hidden(firstDetectedAt, 'timestamptz');
    conditions.push(
      `first_detected_at <= ${at} AND (first_detected_at < ${at} OR id > ${parameters.hidden(id, 'uuid')})`,
    );
  }
  const { severities, updatedSince } = filter;
  const found = (more: readonly string[]): string =>
    `SELECT ${columns}, first_detected_at FROM finding WHERE ${[...conditions, ...more].join(' AND ')}`;
  if (updatedSince !== undefined && filter.fewChanged === true) {
    if (severities.length > 0) conditions.push(`severity = ANY (${parameters.add(severities)})`);
    // OFFSET keeps the planner from reading in the order of the list.
    return `(SELECT * FROM (${found([updatedFrom(parameters.add(updatedSince))])} OFFSET 0) changed
       ORDER BY ${ORDER} LIMIT ${upTo})`;
  }
  if (updatedSince !== undefined) conditions.push(`updated_at >= ${parameters.add(updatedSince)}`);
  const branch = (more: readonly string[]): string => `(${found(more)} ORDER BY ${ORDER} LIMIT ${upTo})`;
  if (severities.length === 0) return branch([]);
  return severities.map((severity) => branch([`severity = ${parameters.add(severity)}`])).join(' UNION ALL ');
}

/** A change at a time or later. Of a range, the planner expects few rows without knowing the time, so it uses the index. */
const updatedFrom = (time: string): string => `updated_at BETWEEN ${time} AND 'infinity'`;

/** A finding that was resolved later was open at the time of the crawl. */
function statusCondition(status: FindingStatus, parameters: Parameters, asOf: Date | undefined): string {
  const now = `status = ${parameters.add(status)}`;
  if (asOf === undefined) return now;
  const at = parameters.add(asOf);
  return status === 'open' ? `(${now} OR resolved_at > ${at})` : `(${now} AND resolved_at <= ${at})`;
}
