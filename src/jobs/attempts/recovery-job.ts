import type { RecurringJob } from '../recurring-jobs.js';
import type { AttemptedRows } from './attempted-rows.js';

// Six heartbeats.
const SILENT_SECONDS = 30;
// Messages arrive within a second.
const OVERDUE_SECONDS = 5;
const BATCH = 500;

/** Finds attempts whose process has ended, and rows whose messages were lost (ADR 51). */
export abstract class RecoveryJob implements RecurringJob {
  abstract readonly name: string;
  readonly everyMs = 10_000;

  /**
   * @param wake sends the messages of rows that wait
   * @param isAlone whether no other process works on the rows: whatever is attempted at the start was left by an earlier one
   */
  protected constructor(
    private readonly rows: Pick<AttemptedRows, 'silent' | 'lose' | 'overdue'>,
    private readonly wake: (ids: readonly string[]) => void,
    private readonly isAlone: boolean,
  ) {}

  /** Called once when the server starts. */
  async atStart(signal: AbortSignal): Promise<void> {
    await this.recover(this.isAlone ? 0 : SILENT_SECONDS, signal);
    this.wake(await this.rows.overdue(0, BATCH));
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.recover(SILENT_SECONDS, signal);
    this.wake(await this.rows.overdue(OVERDUE_SECONDS, BATCH));
  }

  private async recover(silentSeconds: number, signal: AbortSignal): Promise<void> {
    for (const attempt of await this.rows.silent(silentSeconds, BATCH)) {
      if (signal.aborted) return;
      await this.rows.lose(attempt);
      this.wake([attempt.id]);
    }
  }
}
