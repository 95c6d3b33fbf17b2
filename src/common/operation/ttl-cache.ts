/** Caches one answer for a time. Callers that come while it is computed share the computation. */
export class TtlCache<T> {
  private asked: Promise<T> | undefined;
  private goodUntil = Infinity;

  /**
   * @param forMs milliseconds for which an answer is kept, from its arrival on
   * @param now milliseconds since some moment
   */
  constructor(
    private readonly ask: () => Promise<T>,
    private readonly forMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The cached answer, or a new one. A failure is cached like an answer. */
  get(): Promise<T> {
    if (this.asked === undefined || this.now() >= this.goodUntil) {
      this.goodUntil = Infinity;
      this.asked = this.ask().finally(() => (this.goodUntil = this.now() + this.forMs));
    }
    return this.asked;
  }
}
