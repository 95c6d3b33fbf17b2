/**
 * A list in batches, newest first or in any other order. The next batch is read while the last one is used, so two are in
 * memory.
 * @param size the number of rows of every batch but the last
 * @param next reads the rows after one, or the first ones: at most `size`
 */
export async function* inBatches<Row>(
  size: number,
  next: (after: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<readonly Row[]> {
  let rows = await next(undefined);
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    const following = rows.length < size ? Promise.resolve([]) : next(last);
    // It is awaited only if the reader comes back.
    following.catch(() => undefined);
    yield rows;
    rows = await following;
  }
}
