import DataLoader from 'dataloader';
import type { UnitOfWork } from './unit-of-work.js';

// Seldom exceeded in one turn of the event loop.
const MAX_BATCH_SIZE = 100;

/** A row with the 1-based index of its key. */
export type Indexed<Row> = Row & { readonly place: number };

/**
 * Batches reads of rows by key: all keys requested in the same turn of the event loop are read in one statement, each
 * key once. Rows are never cached: a call never returns data that was read before it.
 * @param read returns the rows of some keys; missing keys have no row
 * @param nameOf identifies equal keys
 */
export function readTogether<Key, Row>(
  uow: Pick<UnitOfWork, 'inTransaction'>,
  read: (keys: readonly Key[]) => Promise<readonly Indexed<Row>[]>,
  nameOf: (key: Key) => string,
): (key: Key) => Promise<Row | undefined> {
  const loader = new DataLoader<Key, Row | undefined, string>(
    async (keys) => {
      // Later calls start a new batch.
      loader.clearAll();
      const rows = await read(keys);
      const byIndex = new Map(rows.map((row) => [row.place, row]));
      return keys.map((_key, index) => byIndex.get(index + 1));
    },
    {
      cacheKeyFn: nameOf,
      maxBatchSize: MAX_BATCH_SIZE,
      batchScheduleFn: (dispatch) => setImmediate(dispatch),
    },
  );
  return (key) => {
    // The statement would run in the transaction of the first caller.
    if (uow.inTransaction) throw new Error('rows are read together outside of transactions');
    return loader.load(key);
  };
}
