const BATCH = 200;

/** What `items` yields and `isWanted` wants, some at a time. */
export async function* batchesOf<T>(
  items: AsyncIterable<T>,
  isWanted: (item: T) => boolean,
): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    if (!isWanted(item)) continue;
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
