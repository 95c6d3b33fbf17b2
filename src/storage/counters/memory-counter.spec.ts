import { describe, expect, it } from '@jest/globals';
import { MemoryCounter } from './memory-counter.js';

const QUOTA = { limit: 10, windowMs: 60_000 };

describe('the in-memory counter', () => {
  it('uses bounded memory, however many callers there are', async () => {
    const counter = new MemoryCounter(() => 0);
    for (let caller = 0; caller < 100_050; caller += 1) await counter.hit(`${caller}`, QUOTA);
    // The first caller was evicted, the last is still counted.
    expect(await counter.hit('0', QUOTA)).toMatchObject({ remaining: 9 });
    expect(await counter.hit('100049', QUOTA)).toMatchObject({ remaining: 8 });
  });

  it('evicts no active caller below the bound', async () => {
    let now = 0;
    const counter = new MemoryCounter(() => now);
    await counter.hit('a', QUOTA);
    await counter.hit('b', QUOTA);
    now += 59_999;
    await counter.hit('a', QUOTA);
    now += 1;
    await counter.hit('c', QUOTA);
    expect(await counter.hit('a', QUOTA)).toMatchObject({ remaining: 8 });
    expect(await counter.hit('b', QUOTA)).toMatchObject({ remaining: 9 });
  });
});
