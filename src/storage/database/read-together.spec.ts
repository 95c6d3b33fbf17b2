import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { readTogether, type Indexed } from './read-together.js';

interface Row {
  readonly text: string;
}

let batches: (readonly string[])[];
let answer: () => Promise<void>;
let inTransaction: boolean;
let read: (key: string) => Promise<Row | undefined>;

beforeEach(() => {
  batches = [];
  answer = () => Promise.resolve();
  inTransaction = false;
  const uow = {
    get inTransaction(): boolean {
      return inTransaction;
    },
  };
  read = readTogether<string, Row>(
    uow,
    async (keys) => {
      batches.push(keys);
      const rows: Indexed<Row>[] = keys.map((key, index) => ({ text: `row of ${key}`, place: index + 1 }));
      await answer();
      // In any order, and without rows for missing keys.
      return rows.filter(({ text }) => !text.includes('nobody')).reverse();
    },
    (key) => key,
  );
});

describe('readTogether', () => {
  it('batches concurrent calls into one statement, reads each key once and returns each caller its row', async () => {
    const rows = await Promise.all(['a', 'b', 'a', 'nobody', 'c'].map((key) => read(key)));
    expect(rows.map((row) => row?.text)).toEqual(['row of a', 'row of b', 'row of a', undefined, 'row of c']);
    expect(batches).toEqual([['a', 'b', 'nobody', 'c']]);
  });

  it('reads again for a call that arrives while a batch is running', async () => {
    let release: () => void = () => undefined;
    answer = () => new Promise((resolve) => (release = resolve));
    const first = read('a');
    await nextTurn();
    await nextTurn();
    expect(batches).toHaveLength(1);
    answer = () => Promise.resolve();
    expect(await read('a')).toMatchObject({ text: 'row of a' });
    expect(batches).toEqual([['a'], ['a']]);
    release();
    await first;
  });

  it('reads again for later calls, also after a failure, which all callers of the batch receive', async () => {
    answer = () => Promise.reject(new Error('away'));
    const outcomes = await Promise.allSettled([read('a'), read('b')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    answer = () => Promise.resolve();
    expect(await read('a')).toBeDefined();
    expect(await read('a')).toBeDefined();
    expect(batches).toEqual([['a', 'b'], ['a'], ['a']]);
  });

  it('refuses to read within a transaction, which other callers would join', () => {
    inTransaction = true;
    expect(() => read('a')).toThrow('outside of transactions');
  });

  it('puts no more than a hundred keys in a statement', async () => {
    await Promise.all(Array.from({ length: 250 }, (_unused, n) => read(String(n))));
    expect(batches.map(({ length }) => length)).toEqual([100, 100, 50]);
  });
});
