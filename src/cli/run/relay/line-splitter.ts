/** The end of a message. */
const NEWLINE = 0x0a;

/** A message is longer than any that is passed on. */
export class LongLine extends Error {}

/** Collects chunks until a line ends, so that only whole lines are passed on. Bounded. */
export class LineSplitter {
  private rest: Buffer[] = [];
  private size = 0;

  constructor(private readonly maxBytes: number) {}

  /**
   * All whole lines so far, as one buffer with their ends; undefined if none has ended.
   * @throws LongLine
   */
  take(chunk: Buffer): Buffer | undefined {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end === 0) {
      this.keep(chunk);
      return undefined;
    }
    const lines = end === chunk.length ? chunk : chunk.subarray(0, end);
    const whole = this.size === 0 ? lines : Buffer.concat([...this.rest, lines]);
    [this.rest, this.size] = [[], 0];
    if (end < chunk.length) this.keep(chunk.subarray(end));
    return whole;
  }

  /** The bytes behind the last line's end. */
  end(): Buffer {
    return Buffer.concat(this.rest);
  }

  private keep(part: Buffer): void {
    this.size += part.length;
    if (this.size > this.maxBytes) throw new LongLine(`a message is longer than ${this.maxBytes} bytes`);
    this.rest.push(part);
  }
}

/** The lines of a buffer, each with its end. */
export function* linesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(NEWLINE, start);
    const end = found === -1 ? bytes.length : found + 1;
    yield bytes.subarray(start, end);
    start = end;
  }
}
