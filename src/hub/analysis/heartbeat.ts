import type { AnalysisAttemptsRepository, AttemptKey } from './analysis-attempts.repository.js';
import { LostAttempt } from './analysis-failures.js';

/** How often an attempt shows that it is alive. */
const BEAT_MS = 5_000;

/** Shows in the row of a job that its attempt is alive and what it is doing, and notices when it was taken over. */
export class Heartbeat {
  private readonly timer = setInterval(() => this.beat(), BEAT_MS);
  private readonly lost = new AbortController();
  private phase = 'fetching';

  /** @param onFailure gets the errors of a database that is away; the attempt goes on meanwhile */
  constructor(
    private readonly attempts: AnalysisAttemptsRepository,
    private readonly key: AttemptKey,
    private readonly onPhase: (phase: string) => void,
    private readonly onFailure: (error: unknown) => void,
  ) {
    onPhase(this.phase);
  }

  /** Aborted with a LostAttempt when the attempt was taken over. */
  get signal(): AbortSignal {
    return this.lost.signal;
  }

  /** Called when a phase starts. */
  enter(phase: string): void {
    this.phase = phase;
    this.onPhase(phase);
    this.beat();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private beat(): void {
    this.attempts.beat(this.key, this.phase).then((isOurs) => {
      if (!isOurs) this.lost.abort(new LostAttempt());
    }, this.onFailure);
  }
}
