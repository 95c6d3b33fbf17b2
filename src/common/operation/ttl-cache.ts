/** An answer that is shared by those who ask while it is looked for, and for a while afterwards. */
export class TtlCache<T> {
  private asked: Promise<T> | undefined;
  private goodUntil = Infinity;

  /** @param now milliseconds since some moment */
  constructor(
    private readonly ask: () => Promise<T>,
    private readonly forMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** A failure is shared like an answer. */
  get(): Promise<T> {
    if (this.asked === undefined || this.now() >= this.goodUntil) {
      this.goodUntil = Infinity;
      this.asked = this.ask().finally(() => (this.goodUntil = this.now() + this.forMs));
    }
    return this.asked;
  }
}
