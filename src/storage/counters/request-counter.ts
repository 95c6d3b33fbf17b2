/** How many hits a key may have. */
export interface Quota {
  readonly limit: number;
  /** Length of the sliding window. */
  readonly windowMs: number;
}

/** Where a key stands after a hit, or now. */
export interface Count {
  /** Whether the hit is within the limit, or one would be. A refused hit is not counted. */
  readonly accepted: boolean;
  /** Hits that would be accepted now. */
  readonly remaining: number;
  /** Until the next hit is accepted; 0 when it would be now. */
  readonly retryAfterMs: number;
  /** Until the whole limit is available again, provided that no hit is accepted before. */
  readonly resetAfterMs: number;
}

/**
 * Counts hits by key in a sliding window (hub contract 16). For a key whose quota stays the same:
 * - in no window are more hits accepted than the limit and a tenth of it;
 * - a hit is refused only when at least `limit` hits were accepted in the window that ends with it.
 */
export abstract class RequestCounter {
  /** Counts a hit if the limit allows it. */
  abstract hit(key: string, quota: Quota): Promise<Count>;

  /** The same without counting. */
  abstract peek(key: string, quota: Quota): Promise<Count>;
}
