import type { FailureLog } from '../logging/repeated-failures.js';
import { asWork } from '../operation/work-scope.js';

/** Work that runs again whenever it is woken, one run at a time. */
export class WakeableWork {
  private readonly stopping = new AbortController();
  private isWoken = false;
  private running: Promise<void> | undefined;

  /**
   * @param work ends early when its signal is aborted
   * @param failures of runs
   */
  constructor(
    private readonly work: (signal: AbortSignal) => Promise<void>,
    private readonly failures: FailureLog,
  ) {}

  /** Starts a run, or another one after the one that is under way. */
  wake(): void {
    this.isWoken = true;
    this.running ??= this.runWhileWoken().finally(() => (this.running = undefined));
  }

  /** Resolves when no run is under way. */
  async idle(): Promise<void> {
    await this.running;
  }

  /** Starts no more runs, aborts the one under way and waits for its end. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async runWhileWoken(): Promise<void> {
    while (this.isWoken && !this.stopping.signal.aborted) {
      this.isWoken = false;
      try {
        await asWork({}, () => this.work(this.stopping.signal));
        this.failures.worked();
      } catch (error) {
        this.failures.failed({ err: error });
      }
    }
  }
}
