import { setTimeout as sleep } from 'node:timers/promises';

// What a timer can wait at least.
const MIN_PAUSE_MS = 1;

/**
 * Runs CPU-bound work in small pieces, one at a time in the order in which they were added, with a pause after each that
 * is as long as the piece: together they never take more than half of the event loop, and no request waits for more than
 * one piece. Whoever adds the next piece only after the last one has run takes turns with all others.
 */
export class EventLoopShare {
  private last: Promise<unknown> = Promise.resolve();

  /** What `piece` answers. It should take about a millisecond. */
  run<T>(piece: () => T): Promise<T> {
    let pause = MIN_PAUSE_MS;
    const result = this.last.then(() => {
      const started = performance.now();
      try {
        return piece();
      } finally {
        pause = Math.max(MIN_PAUSE_MS, performance.now() - started);
      }
    });
    const rest = (): Promise<unknown> => sleep(pause);
    this.last = result.then(rest, rest);
    return result;
  }
}
