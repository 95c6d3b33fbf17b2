/** A number of bytes shared by all requests. Allocations over the total are refused, not queued. */
export class ByteBudget {
  private used = 0;

  constructor(private readonly total: number) {}

  /** Allocates `bytes` and returns an idempotent function that releases them; undefined if they are not available. */
  take(bytes: number): (() => void) | undefined {
    if (this.used + bytes > this.total) return undefined;
    this.used += bytes;
    let taken = bytes;
    return () => {
      this.used -= taken;
      taken = 0;
    };
  }
}
