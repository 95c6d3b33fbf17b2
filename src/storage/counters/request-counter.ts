/** How many hits a key may have. */
export interface Quota {
  readonly limit: number;
  /** Length of the sliding window. */
  readonly windowMs: number;
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
  /** Counts a hit if the limit allows it. */
  abstract hit(key: string, quota: Quota): Promise<Count>;

  /** The same without counting. */
  abstract peek(key: string, quota: Quota): Promise<Count>;
}
