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
