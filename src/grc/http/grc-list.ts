import { badRequest } from '../../common/errors/api-error.js';
import type { GrcListQuery, ListFields } from './grc-query.dto.js';

/** How to read the pages of a list by cursor. */
export interface CursorSource<Row> {
  /** The next rows: at most `limit`. */
  readonly read: (limit: number) => Promise<readonly Row[]>;
  /** The number of all rows that match. */
  readonly total: () => Promise<number>;
  /** The cursor of the page with this number, after a row. */
  readonly cursorAfter: (row: Row, page: number) => string;
}

/** Checks the query of a whole list in one response. @throws 422 with a page or cursor */
export function requireWholeList({ cursor, page }: GrcListQuery): void {
  if (cursor !== undefined) throw badRequest('cursor', 'must not be given with this format');
  if (page !== 1) throw badRequest('page', 'must not be given with this format');
}

/** The position that a cursor stands for. @throws 422 for a text that is no cursor, and for a page beside it */
export function positionOf<Position>(
  { page }: GrcListQuery,
  cursor: string,
  parse: (text: string) => Position | undefined,
): Position {
  const position = parse(cursor);
  if (position === undefined) throw badRequest('cursor', 'must be the next_cursor of a page');
  if (page !== 1) throw badRequest('page', 'must not be given with a cursor');
  return position;
}

/** The rows of a page by cursor, with its paging fields. */
export async function pageByCursor<Row>(
  { per_page: limit }: GrcListQuery,
  page: number,
  { read, total, cursorAfter }: CursorSource<Row>,
): Promise<{ readonly info: ListFields; readonly items: readonly Row[] }> {
  const rows = await read(limit + 1);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const hasMore = rows.length > limit;
  return {
    info: {
      total: await total(),
      page,
      per_page: limit,
      has_more: hasMore,
      next_cursor: hasMore && last !== undefined ? cursorAfter(last, page + 1) : null,
    },
    items,
  };
}
