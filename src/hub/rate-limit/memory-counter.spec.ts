import { describe, expect, it } from '@jest/globals';
import { MemoryCounter } from './memory-counter.js';

const MINUTE = 60_000;

describe('counts of requests in the process', () => {
  it('go up within a window, and begin anew after it', async () => {
    let now = 1000;
    const counter = new MemoryCounter(() => now);
    const hit = () => counter.hit('a', MINUTE);
    expect(await hit()).toEqual({ hits: 1, secondsLeft: 60 });
    now += 30_500;
    expect(await hit()).toEqual({ hits: 2, secondsLeft: 30 });
    now += 29_499;
    expect(await hit()).toEqual({ hits: 3, secondsLeft: 1 });
    now += 1;
    expect(await hit()).toEqual({ hits: 1, secondsLeft: 60 });
  });

  it('are one for each key', async () => {
    const counter = new MemoryCounter();
    await counter.hit('a', MINUTE);
    expect(await counter.hit('b', MINUTE)).toMatchObject({ hits: 1 });
  });

  it('take bounded memory, however many callers there are', async () => {
    const counter = new MemoryCounter(() => 0);
    for (let caller = 0; caller < 100_050; caller += 1) await counter.hit(`${caller}`, MINUTE);
    // The first went to make room, the last is still counted.
    expect(await counter.hit('0', MINUTE)).toMatchObject({ hits: 1 });
    expect(await counter.hit('100049', MINUTE)).toMatchObject({ hits: 2 });
  });
});
