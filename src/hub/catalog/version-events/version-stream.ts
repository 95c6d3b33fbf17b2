import type { Request, Response } from 'express';
import { eventText, isFinal, statusData, type VersionState } from './version-state.js';
import type { VersionEventTimes } from './version-watcher.js';

// A client that does not read this much is gone.
const MAX_UNREAD_BYTES = 64 * 1024;

export const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  // nginx would keep events until its buffer is full.
  'X-Accel-Buffering': 'no',
};

/** The events of a version to one client. */
export class VersionStream {
  private readonly startedAt = performance.now();
  private lastWritten = this.startedAt;
  private lastChecked = this.startedAt;
  private last = '';
  private isChecking = false;

  /** @param mayStillSee whether the caller still sees a version that is not public */
  constructor(
    private readonly req: Request,
    private readonly res: Response,
    private readonly times: VersionEventTimes,
    private readonly mayStillSee: () => Promise<boolean>,
  ) {
    res.status(200).set(STREAM_HEADERS).flushHeaders();
    this.write('retry: 5000\n\n');
  }

  /** Reports a state, if it has changed. Without a version the stream ends. */
  report(state: VersionState | undefined): void {
    const now = performance.now();
    if (state === undefined || now - this.startedAt >= this.times.longest) {
      this.end();
      return;
    }
    this.req.renewDeadline();
    if (!state.isPublic && now - this.lastChecked >= this.times.access) {
      this.check(state);
      return;
    }
    this.show(state, now);
  }

  end(): void {
    if (!this.res.writableEnded) this.res.end();
  }

  private show(state: VersionState, now: number): void {
    const data = statusData(state);
    const text = eventText('status', data);
    if (text !== this.last) this.write(text);
    else if (now - this.lastWritten >= this.times.comment) this.write(': still here\n\n');
    this.last = text;
    if (!isFinal(state)) return;
    this.write(eventText('done', data));
    this.end();
  }

  /** Nothing of a private version is shown while the check runs. */
  private check(state: VersionState): void {
    if (this.isChecking) return;
    this.isChecking = true;
    this.mayStillSee().then(
      (may) => {
        this.isChecking = false;
        this.lastChecked = performance.now();
        if (may) this.show(state, this.lastChecked);
        else this.end();
      },
      () => this.end(),
    );
  }

  private write(text: string): void {
    if (this.res.writableEnded || this.res.destroyed) return;
    if (this.res.writableLength > MAX_UNREAD_BYTES) {
      this.res.destroy();
      return;
    }
    this.res.write(text);
    this.lastWritten = performance.now();
  }
}
