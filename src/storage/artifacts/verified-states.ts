const MAX_OBJECTS = 10_000;
const KEPT_MS = 3_600_000;

/**
 * The objects whose bytes were verified within the last hour, and the state in which they were: an object that is
 * downloaded again and again is not hashed each time. A bounded number of them, the oldest of which is forgotten first.
 */
export class VerifiedStates {
  private readonly entries = new Map<string, { readonly state: string; readonly until: number }>();

  /** @param now monotonic clock in milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Whether the object was verified in this state: what the store says of it, which a change of its bytes changes. */
  has(object: string, state: string): boolean {
    const known = this.entries.get(object);
    return known?.state === state && this.now() < known.until;
  }

  add(object: string, state: string): void {
    this.entries.delete(object);
    this.entries.set(object, { state, until: this.now() + KEPT_MS });
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= MAX_OBJECTS) break;
      this.entries.delete(oldest);
    }
  }
}
