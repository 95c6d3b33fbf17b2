import { RequestCounter, type Count, type Hit, type Quota } from './request-counter.js';
import { addHit, countOf, type HitGroup } from './sliding-window.js';

// More callers than a process can serve in a minute. Beyond it, the oldest callers are evicted.
const MAX_KEYS = 100_000;

interface KeyState {
  readonly groups: HitGroup[];
  readonly windowMs: number;
}

/** Counts in this process, with bounded memory per key and in total. */
export class MemoryCounter extends RequestCounter {
  private readonly keys = new Map<string, KeyState>();

  /** @param now monotonic milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {
    super();
  }

  hitAll(hits: readonly Hit[]): Promise<Count[]> {
    const now = this.now();
    const counts = hits.map(({ key, quota }) => this.countAt(now, key, quota));
    const isAllowed = counts.every(({ accepted }) => accepted);
    return Promise.resolve(isAllowed ? hits.map((hit) => this.add(now, hit)) : counts);
  }

  peek(key: string, quota: Quota): Promise<Count> {
    return Promise.resolve(this.countAt(this.now(), key, quota));
  }

  private countAt(now: number, key: string, quota: Quota): Count {
    return countOf(this.keys.get(key)?.groups ?? [], now, quota);
  }

  private add(now: number, { key, quota }: Hit): Count {
    const groups = this.keys.get(key)?.groups ?? [];
    const count = addHit(groups, now, quota);
    // Moved to the end: the map is ordered by the time of the last hit.
    this.keys.delete(key);
    this.makeRoom(now);
    this.keys.set(key, { groups, windowMs: quota.windowMs });
    return count;
  }

  private makeRoom(now: number): void {
    for (const [key, { groups, windowMs }] of this.keys) {
      const isExpired = (groups.at(-1)?.startedAt ?? -Infinity) + windowMs <= now;
      if (!isExpired && this.keys.size < MAX_KEYS) return;
      this.keys.delete(key);
    }
  }
}
