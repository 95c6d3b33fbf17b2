import { Inject, Injectable } from '@nestjs/common';
import { Background } from '../../../../jobs/background.decorator.js';
import { LOGGER, type Logger } from '../../../../common/logging/logger.js';
import { RepeatedFailures } from '../../../../common/logging/repeated-failures.js';
import { APP_CONFIG, type AppConfig } from '../../../../config/app-config.js';
import type { RecurringJob } from '../../../../jobs/recurring-jobs.js';
import { PythonReleases, type ReleaseCheck } from './python-releases.js';
import { PythonReleasesRepository } from './python-releases.repository.js';

// Each is one small request to the index. Those that lack files are analyzed again, whatever it answers.
const A_RUN = { whole: 500, lacking: 50 };
const AT_A_TIME = 4;
// After so many in a row without an answer the index counts as unavailable.
const MAX_UNANSWERED = 8;
// Then runs are left out: one, three, seven and so on, until it is asked every five hours.
const MOST_LEFT_OUT = 31;

/**
 * Asks the index for the files of all analyzed versions of Python packages, also of those that are not the newest, which
 * are not analyzed again by themselves. Each is asked for once in the interval of analyses, the longest ago first, and
 * recorded when it is answered, so that a run that was interrupted is continued by the next one.
 */
@Background('worker')
@Injectable()
export class ReleaseChecksJob implements RecurringJob {
  readonly name = 'release-checks';
  readonly everyMs = 600_000;
  /** Due versions without an answer. They come last, so that some that never get one do not hold up the others. */
  private unanswered: ReadonlySet<string> = new Set();
  private leftOut = 0;
  private toLeaveOut = 0;
  private readonly silence: RepeatedFailures;

  constructor(
    private readonly due: PythonReleasesRepository,
    private readonly releases: PythonReleases,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.silence = new RepeatedFailures(logger, {
      what: 'the index of Python packages does not answer',
      then: 'its releases are compared later',
    });
  }

  async run(signal: AbortSignal): Promise<void> {
    if (this.leftOut < this.toLeaveOut) {
      this.leftOut += 1;
      return;
    }
    const due = await this.due.due(this.config.analysis.intervalHours, A_RUN);
    const before = new Set(due.filter((id) => this.unanswered.has(id)));
    const ids = [...due.filter((id) => !before.has(id)), ...before];
    const results = new Map<string, ReleaseCheck>();
    let inARow = 0;
    while (ids.length > 0 && !signal.aborted && inARow < MAX_UNANSWERED) {
      const batch = ids.splice(0, AT_A_TIME);
      const answers = await Promise.all(batch.map((id) => this.releases.check(id, signal, true)));
      batch.forEach((id, at) => results.set(id, answers[at] ?? 'unanswered'));
      inARow = answers.every((answer) => answer === 'unanswered') ? inARow + answers.length : 0;
    }
    this.unanswered = new Set(
      due.filter((id) => (results.get(id) ?? (before.has(id) && 'unanswered')) === 'unanswered'),
    );
    const changed = [...results.values()].filter((result) => result === 'changed').length;
    if (changed > 0) this.logger.info({ changed }, 'releases of Python packages have other files now');
    this.concludeFrom(results, inARow >= MAX_UNANSWERED);
  }

  private concludeFrom(results: ReadonlyMap<string, ReleaseCheck>, isAway: boolean): void {
    this.leftOut = 0;
    this.toLeaveOut = isAway ? Math.min(2 * this.toLeaveOut + 1, MOST_LEFT_OUT) : 0;
    if (isAway) this.silence.failed({});
    else if ([...results.values()].some((result) => result !== 'unanswered')) this.silence.worked();
  }
}
