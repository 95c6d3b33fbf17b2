/** Caches one value with a time to live. Callers that arrive while it is computed share the computation. */
export class TtlCache<T> {
  private asked: Promise<T> | undefined;
  private goodUntil = Infinity;

  /**
   * @param forMs time to live in milliseconds, from the arrival of the value
   * @param now monotonic clock in milliseconds
   */
  constructor(
    private readonly ask: () => Promise<T>,
    private readonly forMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The cached value, or a new one. A failure is cached like a value. */
  get(): Promise<T> {
    if (this.asked === undefined || this.now() >= this.goodUntil) {
      this.goodUntil = Infinity;
      this.asked = this.ask().finally(() => (this.goodUntil = this.now() + this.forMs));
    }
    return this.asked;
  }
}
