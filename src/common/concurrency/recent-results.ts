import { TtlCache } from './ttl-cache.js';

/** Caches results by key for a short time, a bounded number of them. Callers share a running computation. */
export class RecentResults<T> {
  /** The oldest is first. */
  private readonly entries = new Map<string, TtlCache<T>>();

  /**
   * @param max the number of results
   * @param ttlMs time to live in milliseconds
   * @param now monotonic clock in milliseconds
   */
  constructor(
    private readonly max: number,
    private readonly ttlMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The cached result of a key, or a new one. A failure is not kept. */
  async get(key: string, load: () => Promise<T>): Promise<T> {
    const entry = this.entries.get(key) ?? this.added(key, load);
    try {
      return await entry.get();
    } catch (error) {
      if (this.entries.get(key) === entry) this.entries.delete(key);
      throw error;
    }
  }

  private added(key: string, load: () => Promise<T>): TtlCache<T> {
    const entry = new TtlCache(load, this.ttlMs, this.now);
    this.entries.set(key, entry);
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.max) break;
      this.entries.delete(oldest);
    }
    return entry;
  }
}
