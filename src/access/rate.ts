/** How much of their limit a caller has used in the last minute, this request included. */
export interface Rate {
  /** Requests a minute. */
  readonly limit: number;
  /** Requests that would be accepted now. */
  readonly remaining: number;
  /** When the whole limit is available again if no request is made until then: Unix time, seconds. */
  readonly resetAt: number;
  /** The request is one too many. */
  readonly exceeded: boolean;
  /** Until a request is accepted again: whole seconds, at least 1. */
  readonly retryAfterSeconds: number;
}
