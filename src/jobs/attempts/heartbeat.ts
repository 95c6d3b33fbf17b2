import { LostAttempt } from './attempt.js';

/** How often an attempt shows that it is alive. */
const BEAT_MS = 5_000;

/** Shows that an attempt is alive until it is disposed of, and notices when the attempt was taken over. */
export class Heartbeat implements Disposable {
  private readonly timer: NodeJS.Timeout;
  private readonly lost = new AbortController();

  /**
   * @param show writes that the attempt is alive; false if it was taken over
   * @param onFailure gets the errors of a database that is unavailable; the attempt goes on meanwhile
   */
  constructor(
    private readonly show: () => Promise<boolean>,
    private readonly onFailure: (error: unknown) => void,
    everyMs = BEAT_MS,
  ) {
    this.timer = setInterval(() => this.beat(), everyMs);
  }

  /** Aborted with a LostAttempt when the attempt was taken over. */
  get signal(): AbortSignal {
    return this.lost.signal;
  }

  /** Shows it now. */
  beat(): void {
    this.show().then((isOurs) => {
      if (!isOurs) this.lost.abort(new LostAttempt());
    }, this.onFailure);
  }

  [Symbol.dispose](): void {
    clearInterval(this.timer);
  }
}
