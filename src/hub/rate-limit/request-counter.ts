/** Where a key stands in its window, this hit included. */
export interface Count {
  readonly hits: number;
  /** Until the window ends: whole seconds, at least 1. */
  readonly secondsLeft: number;
}

/** Counts hits by key, in fixed windows that begin with the first. */
export abstract class RequestCounter {
  /** @param windowMs length of the window */
  abstract hit(key: string, windowMs: number): Promise<Count>;
}
