import type { Writable } from 'node:stream';

// Maximum delay of buffered lines: a system call for each would cost as much as the rest of the logging.
const WRITE_AT_LENGTH = 4096;
const WRITE_AFTER_MS = 100;

/**
 * Buffers lines for a stream. If the pipe is closed or the disk is full, lines are lost without affecting requests or
 * the shutdown of the process; pino's own destination blocks forever in that case (`flushSync` of sonic-boom 4).
 * Callers of `process.exit` must flush first.
 */
export class BufferedOutput {
  private pending = '';
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly stream: Writable) {
    stream.on('error', () => undefined);
  }

  /** Accepts whole lines only. */
  write(lines: string): void {
    this.pending += lines;
    if (this.pending.length >= WRITE_AT_LENGTH) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), WRITE_AFTER_MS);
  }

  /** Writes the buffered lines. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.pending === '') return;
    const text = this.pending;
    this.pending = '';
    this.stream.write(text);
  }
}

/** The standard output of the process, for its log and for messages to the terminal. */
export const standardOutput = new BufferedOutput(process.stdout);
