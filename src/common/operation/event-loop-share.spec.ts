import { describe, expect, it } from '@jest/globals';
import { EventLoopShare } from './event-loop-share.js';

describe('EventLoopShare', () => {
  it('yields to other work between any two pieces', async () => {
    const share = new EventLoopShare();
    const order: string[] = [];
    const pieces = ['a', 'b', 'c'].map((name) => share.run(() => order.push(name)));
    const loop = async (): Promise<void> => {
      for (let n = 0; n < 3; n += 1) {
        await pieces[n];
        await new Promise((resolve) => setImmediate(resolve));
        order.push('other');
      }
    };
    await loop();
    expect(order).toEqual(['a', 'other', 'b', 'other', 'c', 'other']);
  });

  it('pauses as long as a piece took', async () => {
    const share = new EventLoopShare();
    const ends: number[] = [];
    const busy = (): void => {
      const until = performance.now() + 20;
      while (performance.now() < until);
      ends.push(performance.now());
    };
    const starts: number[] = [];
    await Promise.all([share.run(busy), share.run(() => starts.push(performance.now()))]);
    expect((starts[0] ?? 0) - (ends[0] ?? 0)).toBeGreaterThanOrEqual(19);
  });

  it('alternates between callers who add a piece after their last has run', async () => {
    const share = new EventLoopShare();
    const order: string[] = [];
    const run = async (name: string): Promise<void> => {
      for (let n = 0; n < 3; n += 1) await share.run(() => order.push(name));
    };
    await Promise.all([run('a'), run('b')]);
    expect(order).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
  });

  it('returns the result of a piece or throws its error, and continues after an error', async () => {
    const share = new EventLoopShare();
    const failing = share.run(() => {
      throw new Error('broken');
    });
    await expect(failing).rejects.toThrow('broken');
    expect(await share.run(() => 7)).toBe(7);
  });
});
