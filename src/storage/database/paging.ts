import type { UnitOfWork } from './unit-of-work.js';

/** Which rows of a list to read. */
export interface Window {
  readonly limit: number;
  readonly offset: number;
}

/** A page of a list, with the total number of items. */
export interface FoundPage<Row> {
  readonly total: number;
  readonly items: readonly Row[];
}

/**
 * A row of a statement that joins the total to the rows of a page. For an empty page, all columns except the total are
 * null.
 */
export type PageRow<Row> = { readonly total: number } & (Row | { readonly [Column in keyof Row]: null });

/**
 * The page in the rows of such a statement.
 * @param key a column that is never null in an item
 */
export const foundPage = <Row>(rows: readonly PageRow<Row>[], key: keyof Row): FoundPage<Row> => ({
  total: rows[0]?.total ?? 0,
  items: rows.filter((row): row is { readonly total: number } & Row => row[key] !== null),
});

/** A list as SQL fragments, which never contain client input. */
export interface PagedList<Row> {
  /** Columns to select. */
  readonly columns: string;
  /** `FROM … WHERE …` with its parameters from `$1` on. */
  readonly rows: string;
  readonly values: readonly unknown[];
  /** Sort order, in names of the selected columns. */
  readonly order: string;
  /** A column that is never null. */
  readonly key: keyof Row;
}

/** Reads a page of a list and the total in one statement, so that they are consistent. */
export async function readPage<Row>(
  uow: UnitOfWork,
  { columns, rows, values, order, key }: PagedList<Row>,
  { limit, offset }: Window,
): Promise<FoundPage<Row>> {
  const [count, skipped] = [values.length + 1, values.length + 2];
  const found = await uow.rows<PageRow<Row>>(
    `SELECT list.total, page.*
       FROM (SELECT count(*)::integer AS total ${rows}) list
       LEFT JOIN (SELECT ${columns} ${rows} ORDER BY ${order} LIMIT $${count} OFFSET $${skipped}) page ON true
      ORDER BY ${order}`,
    [...values, limit, offset],
  );
  return foundPage(found, key);
}
