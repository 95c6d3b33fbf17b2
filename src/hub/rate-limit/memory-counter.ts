import { RequestCounter, type Count } from './request-counter.js';

interface Window {
  hits: number;
  readonly endsAt: number;
}

// More callers than a process can serve in a minute. Beyond it the oldest counts go, never the memory.
const MAX_KEYS = 100_000;

/** Counts in the process: one number per caller, whatever they send. */
export class MemoryCounter extends RequestCounter {
  private readonly windows = new Map<string, Window>();

  /** @param now milliseconds since some moment */
  constructor(private readonly now: () => number = () => Date.now()) {
    super();
  }

  hit(key: string, windowMs: number): Promise<Count> {
    const now = this.now();
    let window = this.windows.get(key);
    if (window === undefined || window.endsAt <= now) {
      // Again at the end: the map's order is that of the windows' ends.
      this.windows.delete(key);
      this.makeRoom(now);
      window = { hits: 0, endsAt: now + windowMs };
      this.windows.set(key, window);
    }
    window.hits += 1;
    return Promise.resolve({ hits: window.hits, secondsLeft: Math.ceil((window.endsAt - now) / 1000) });
  }

  private makeRoom(now: number): void {
    for (const [key, { endsAt }] of this.windows) {
      if (endsAt > now && this.windows.size < MAX_KEYS) return;
      this.windows.delete(key);
    }
  }
}
