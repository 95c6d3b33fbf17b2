/** Caches one value with a time to live. Callers that arrive while it is computed share the computation. */
export class TtlCache<T> {
  private value: Promise<T> | undefined;
  private expiresAt = Infinity;

  /**
   * @param ttlMs time to live in milliseconds, from the arrival of the value
   * @param now monotonic clock in milliseconds
   */
  constructor(
    private readonly load: () => Promise<T>,
    private readonly ttlMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The cached value, or a new one. A failure is cached like a value. */
  get(): Promise<T> {
    if (this.value === undefined || this.now() >= this.expiresAt) {
      this.expiresAt = Infinity;
      this.value = this.load().finally(() => (this.expiresAt = this.now() + this.ttlMs));
    }
    return this.value;
  }
}
