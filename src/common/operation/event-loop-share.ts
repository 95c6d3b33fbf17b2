import { setTimeout as sleep } from 'node:timers/promises';

// Minimum delay of a timer.
const MIN_PAUSE_MS = 1;

/**
 * Runs CPU-bound work in small pieces in FIFO order, with a pause after each that is as long as the piece: together
 * they use at most half of the event loop, and no request waits for more than one piece. Callers that add the next
 * piece only after their last one has run alternate with all others.
 */
export class EventLoopShare {
  private last: Promise<unknown> = Promise.resolve();

  /** Returns the result of `piece`, which should take about a millisecond. */
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
