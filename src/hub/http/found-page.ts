import type { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { PageQuery } from './page.dto.js';

/** A part of a list, and how many there are in all. */
export interface FoundPage<Row> {
  readonly total: number;
  readonly items: readonly Row[];
}

/** A row of a statement that joins the number of all to the rows of a part: where the part is empty, all else is null. */
export type PageRow<Row> = { readonly total: number } & (Row | { readonly [Column in keyof Row]: null });

/** The part of a list that the rows of one statement are; `key` is a column that no item lacks. */
export const foundPage = <Row>(rows: readonly PageRow<Row>[], key: keyof Row): FoundPage<Row> => ({
  total: rows[0]?.total ?? 0,
  items: rows.filter((row): row is { readonly total: number } & Row => row[key] !== null),
});

/** A list in SQL, never a client's. */
export interface PagedList<Row> {
  /** What is read of each row. */
  readonly columns: string;
  /** `FROM … WHERE …`, with the values of its `$1` and on. */
  readonly rows: string;
  readonly values: readonly unknown[];
  /** The names of columns, as they are read. */
  readonly order: string;
  /** A column that no item lacks. */
  readonly key: keyof Row;
}

/** Reads a part of a list in one statement, so that the total is that of the same moment. */
export async function readPage<Row>(
  uow: UnitOfWork,
  { columns, rows, values, order, key }: PagedList<Row>,
  { limit, offset }: PageQuery,
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
