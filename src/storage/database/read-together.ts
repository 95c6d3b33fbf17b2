import DataLoader from 'dataloader';
import type { UnitOfWork } from './unit-of-work.js';

// What waits in one turn of the event loop is seldom more.
const MAX_TOGETHER = 100;

/** A row, and which of the keys it is of, from 1 on. */
export type Indexed<Row> = Row & { readonly place: number };

/**
 * Reads rows by their keys; those that are asked for in the same turn of the event loop in one statement, however many
 * ask for the same. Nobody gets what was read before they asked.
 * @param read answers the rows of some keys; none for those that have none
 * @param nameOf says which keys are the same
 */
export function readTogether<Key, Row>(
  uow: Pick<UnitOfWork, 'inTransaction'>,
  read: (keys: readonly Key[]) => Promise<readonly Indexed<Row>[]>,
  nameOf: (key: Key) => string,
): (key: Key) => Promise<Row | undefined> {
  const loader = new DataLoader<Key, Row | undefined, string>(
    async (keys) => {
      // Whoever asks from now on asks anew.
      loader.clearAll();
      const rows = await read(keys);
      const byPlace = new Map(rows.map((row) => [row.place, row]));
      return keys.map((_key, index) => byPlace.get(index + 1));
    },
    { cacheKeyFn: nameOf, maxBatchSize: MAX_TOGETHER, batchScheduleFn: (dispatch) => setImmediate(dispatch) },
  );
  return (key) => {
    // The statement would be a part of the transaction of whoever asked first.
    if (uow.inTransaction) throw new Error('rows are read together outside of transactions');
    return loader.load(key);
  };
}
