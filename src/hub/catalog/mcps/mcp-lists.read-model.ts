import { Injectable } from '@nestjs/common';
import { allWordsIn, folded } from '../../../storage/database/search-words.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { McpOrigin, McpVisibility } from './mcp-values.js';
import type { PageQuery } from '../../platform/http/page.dto.js';
import { PUBLIC, VISIBLE } from './mcps.read-model.js';
import type { SearchTerm } from './search-term.js';

/** A condition on `mcp m`, with its parameters from `$1` on. */
export interface McpSelection {
  readonly condition: string;
  readonly values: readonly unknown[];
}

/** Public MCPs and the private ones of these organizations. */
export const visibleTo = (orgIds: readonly string[]): McpSelection =>
  orgIds.length === 0 ? { condition: PUBLIC, values: [] } : { condition: VISIBLE, values: [orgIds] };

/** Filter of administrators. */
export interface McpFilter {
  readonly visibility?: McpVisibility;
  readonly origin?: McpOrigin;
  readonly orgId?: string;
  /** Slug or id. */
  readonly category?: string;
  readonly featured?: boolean;
}

export const filteredBy = ({ visibility, origin, orgId, category, featured }: McpFilter): McpSelection => ({
  condition: `($1::text IS NULL OR m.visibility = $1)
          AND ($2::text IS NULL OR m.origin = $2)
          AND ($3::uuid IS NULL OR m.org_id = $3)
          AND ($4::text IS NULL
               OR m.category_id IN (SELECT c.id FROM category c WHERE c.slug = $4 OR c.id::text = lower($4)))
          AND ($5::boolean IS NULL OR m.featured = $5)`,
  values: [visibility ?? null, origin ?? null, orgId ?? null, category ?? null, featured ?? null],
});

/** A page of ids, with the total number. */
export interface IdPage {
  readonly ids: string[];
  readonly total: number;
}

/** A statement that returns one row, an `IdPage`. */
export interface IdPageStatement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

// Must be identical to the expression of the index (mcp_search_idx).
const SEARCHED = folded(`m.name || E'\\n' || m.description`);
const SLUG = `split_part(m.name_key, '/', 2)`;
const SEPARATORS = '-_./,:;()[]"';
/** SQL of a text as its words, with spaces around each. */
const wordsOf = (text: string): string =>
  `' ' || translate(${text}, E'${SEPARATORS}\\n', '${' '.repeat(SEPARATORS.length + 1)}') || ' '`;

/** The orders of lists. */
export const MCP_ORDERS = ['newest', 'score', 'name'] as const;
export type McpOrder = (typeof MCP_ORDERS)[number];

/** SQL of an order, forward and backward, and the columns of `mcp` that it needs besides the id. */
const ORDERS: Readonly<Record<McpOrder, readonly [forward: string, backward: string, columns: string]>> = {
  newest: ['created_at DESC, id DESC', 'created_at, id', 'created_at'],
  score: [
    'latest_score DESC NULLS LAST, created_at DESC, id DESC',
    'latest_score NULLS FIRST, created_at, id',
    'latest_score, created_at',
  ],
  name: ['name_key, id', 'name_key DESC, id DESC', 'name_key'],
};

/** Pages beyond the middle are read from the end, so that at most half of the list is skipped. */
function listStatement(
  { condition, values }: McpSelection,
  order: McpOrder,
  { limit, offset }: PageQuery,
): IdPageStatement {
  const count = `$${values.length + 1}::bigint`;
  const skipped = `$${values.length + 2}::bigint`;
  const [forward, backward, columns] = ORDERS[order];
  return {
    sql: `SELECT list.total,
        CASE WHEN ${skipped} * 2 <= list.total
        THEN ARRAY(SELECT m.id FROM mcp m WHERE ${condition}
                    ORDER BY ${forward} LIMIT ${count} OFFSET ${skipped})
        ELSE ARRAY(SELECT page.id
                     FROM (SELECT m.id, ${columns} FROM mcp m WHERE ${condition}
                            ORDER BY ${backward}
                            LIMIT greatest(least(${count}, list.total - ${skipped}), 0)
                           OFFSET greatest(list.total - ${skipped} - ${count}, 0)) page
                    ORDER BY ${forward})
        END AS ids
   FROM (SELECT count(*)::int AS total FROM mcp m WHERE ${condition}) list`,
    values: [...values, limit, offset],
  };
}

/** Columns of `mcp` that conditions, orders and facets need. */
const HIT_COLUMNS = `m.id, m.org_id, m.area_id, m.category_id, m.name_key, m.language, m.visibility, m.withdrawn, m.origin,
            m.featured, m.latest_score, m.latest_level, m.created_at`;

/** SQL of a CTE `hit`: the MCPs with a text in name or description, and `rank` from 0 for the best. */
export interface SearchHits {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/**
 * Matches are computed by the text alone, before any other condition: without statistics, which the embedded database never
 * gathers, the planner underestimates the number of public servers and would scan all of them. They are ranked: the name
 * itself, its beginning, whole words of the name, parts of it, whole words of the description, parts of that.
 * @param first the number of the first parameter
 */
export function searchHits({ text, words }: SearchTerm, first: number): SearchHits {
  const whole = folded(`$${first}::text`);
  const match = allWordsIn(SEARCHED, words, first + 2);
  const every = (condition: string): string =>
    `NOT EXISTS (SELECT FROM unnest($${first + 1}::text[]) AS word WHERE NOT ${condition})`;
  const word = folded('word');
  return {
    sql: `hit AS MATERIALIZED (
     SELECT ${HIT_COLUMNS},
            CASE WHEN ${whole} IN (m.name_key, ${SLUG}) THEN 0
                 WHEN starts_with(m.name_key, ${whole}) OR starts_with(${SLUG}, ${whole}) THEN 1
                 WHEN ${every(`strpos(m.name_key, ${word}) > 0`)}
                 THEN CASE WHEN ${every(`strpos(${wordsOf('m.name_key')}, ' ' || ${word} || ' ') > 0`)} THEN 2 ELSE 3 END
                 WHEN ${every(`strpos(${wordsOf(SEARCHED)}, ' ' || ${word} || ' ') > 0`)} THEN 4
                 ELSE 5 END AS rank
       FROM mcp m
      WHERE ${match.sql})`,
    values: [text, words, ...match.values],
  };
}

/** Without an order, the best matches first; newest first within each rank. */
function searchStatement(
  { condition, values }: McpSelection,
  term: SearchTerm,
  order: McpOrder | undefined,
  { limit, offset }: PageQuery,
): IdPageStatement {
  const [count, skipped] = [1, 2].map((index) => `$${values.length + index}`);
  const hits = searchHits(term, values.length + 3);
  const forward = order === undefined ? 'rank, created_at DESC, id DESC' : ORDERS[order][0];
  return {
    sql: `WITH ${hits.sql},
   chosen AS MATERIALIZED (
     SELECT m.id, m.rank, m.created_at, m.name_key, m.latest_score FROM hit m WHERE ${condition})
   SELECT (SELECT count(*)::int FROM chosen) AS total,
          ARRAY(SELECT id FROM chosen ORDER BY ${forward} LIMIT ${count}::bigint OFFSET ${skipped}::bigint) AS ids`,
    values: [...values, limit, offset, ...hits.values],
  };
}

/** @param order without one: the best matches of a search first, otherwise the newest */
export const pageStatement = (
  selection: McpSelection,
  term: SearchTerm | undefined,
  page: PageQuery,
  order?: McpOrder,
): IdPageStatement =>
  term === undefined
    ? listStatement(selection, order ?? 'newest', page)
    : searchStatement(selection, term, order, page);

/** Queries of lists of MCPs: their ids in order, in one statement. */
@Injectable()
export class McpListsReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** A page of the selected MCPs: newest first, or the best matches of a search term first, or in another order. */
  async page(
    selection: McpSelection,
    term: SearchTerm | undefined,
    page: PageQuery,
    order?: McpOrder,
  ): Promise<IdPage> {
    const { sql, values } = pageStatement(selection, term, page, order);
    return (await this.uow.row<IdPage>(sql, values)) ?? { ids: [], total: 0 };
  }
}
