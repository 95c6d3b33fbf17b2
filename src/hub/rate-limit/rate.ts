/** Where a caller stands in the present minute, this request included. */
export interface Rate {
  /** Requests a minute. */
  readonly limit: number;
  readonly remaining: number;
  /** When the minute ends: Unix time, seconds. */
  readonly resetAt: number;
  readonly secondsLeft: number;
  readonly exceeded: boolean;
}
