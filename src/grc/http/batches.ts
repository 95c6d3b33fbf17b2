/**
 * Batches of a list in any order. The next one is read while the last one is used, so two are in memory.
 * @param next reads the batch after one, or the first one; null after the last
 */
export async function* readAhead<Batch>(
  next: (last: Batch | undefined) => Promise<Batch | null>,
): AsyncGenerator<Batch> {
  let batch = await next(undefined);
  while (batch !== null) {
    const following = next(batch);
    // It is awaited only if the reader comes back.
    following.catch(() => undefined);
    yield batch;
    batch = await following;
  }
}

/**
 * The same for rows.
 * @param size the number of rows of every batch but the last
 * @param next reads the rows after one, or the first ones: at most `size`
 */
export const inBatches = <Row>(
  size: number,
  next: (after: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<readonly Row[]> =>
  readAhead<readonly Row[]>(async (last) => {
    if (last !== undefined && last.length < size) return null;
    const rows = await next(last?.at(-1));
    return rows.length === 0 ? null : rows;
  });
