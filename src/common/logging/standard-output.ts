import type { Writable } from 'node:stream';

// Lines are written together, at most this late: a system call for each costs as much as the rest of the logging.
const WRITE_AT_LENGTH = 4096;
const WRITE_AFTER_MS = 100;

/**
 * Gathers lines for a stream. When nobody reads them any more (a closed pipe) or the disk is full they are lost, and
 * nothing else is: not a request, and not the orderly end of the process. pino's own destination waits forever in that
 * case (`flushSync` of sonic-boom 4). Whoever ends the process with `process.exit` flushes first.
 */
export class BufferedOutput {
  private pending = '';
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly stream: Writable) {
    stream.on('error', () => undefined);
  }

  /** Takes whole lines. */
  write(lines: string): void {
    this.pending += lines;
    if (this.pending.length >= WRITE_AT_LENGTH) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), WRITE_AFTER_MS);
  }

  /** Hands on what has been gathered. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.pending === '') return;
    const text = this.pending;
    this.pending = '';
    this.stream.write(text);
  }
}

/** The standard output of the process, for its log and for what people read. */
export const standardOutput = new BufferedOutput(process.stdout);
