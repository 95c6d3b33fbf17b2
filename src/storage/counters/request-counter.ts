/** How many hits a key may have. */
export interface Quota {
  readonly limit: number;
  /** Length of the sliding window. */
  readonly windowMs: number;
  /** The smallest limit that the key is counted with; `limit` if left out. */
  readonly smallestLimit?: number;
}

/** A hit of a key. */
export interface Hit {
  readonly key: string;
  readonly quota: Quota;
}

/** The state of a key after a hit, or now. */
export interface Count {
  /** Whether the hit was accepted, or would be. A refused hit is not counted. */
  readonly accepted: boolean;
  /** Hits that would be accepted now. */
  readonly remaining: number;
  /** Time until the next hit is accepted; 0 if it would be accepted now. */
  readonly retryAfterMs: number;
  /** Time until the whole limit is available again if no more hits are accepted. */
  readonly resetAfterMs: number;
}

/**
 * Counts hits by key in a sliding window (hub contract 16). For a key with a constant quota:
 * - no window has more accepted hits than the limit plus a tenth of it;
 * - a hit is refused only when at least `limit` hits were accepted in the window that ends with it.
 */
export abstract class RequestCounter {
  /** Counts a hit of each key if all limits allow it, and none otherwise. */
  abstract hitAll(hits: readonly Hit[]): Promise<Count[]>;

  /** Counts a hit if the limit allows it. */
  async hit(key: string, quota: Quota): Promise<Count> {
    const [count] = await this.hitAll([{ key, quota }]);
    if (count === undefined) throw new Error('a hit was not counted');
    return count;
  }

  /** The same without counting. */
  abstract peek(key: string, quota: Quota): Promise<Count>;
}
