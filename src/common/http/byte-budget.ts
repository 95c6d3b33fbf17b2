/** Bytes that many requests share: what is not free is refused rather than waited for. */
export class ByteBudget {
  private used = 0;

  constructor(private readonly total: number) {}

  /** Takes `bytes`; the answer gives them back, once however often it is called. Undefined when they are not free. */
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
