import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Background } from '../jobs/background.decorator.js';
import { LOGGER, type Logger } from '../common/logging/logger.js';
import { RepeatedFailures } from '../common/logging/repeated-failures.js';
import { currentDate } from '../common/values/clock.js';
import { NIL_UUID } from '../common/values/uuid.js';
import type { RecurringJob } from '../jobs/recurring-jobs.js';
import { UnitOfWork } from '../storage/database/unit-of-work.js';
import { systemActor } from '../hub/audit/events/actor.js';
import { nextRun } from './next-run.js';
import { ReportRequests } from './report-requests.js';
import { ReportSchedulesRepository } from './report-schedules.repository.js';

const BATCH = 500;
const ACTOR = systemActor('report schedules');

/** Requests the reports of schedules that are due. */
@Background('api')
@Injectable()
export class ReportScheduleJob implements RecurringJob {
  readonly name = 'report-schedules';
  readonly everyMs = 300_000;
  private readonly waiting: RepeatedFailures;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly schedules: ReportSchedulesRepository,
    private readonly requests: ReportRequests,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.waiting = new RepeatedFailures(logger, {
      what: 'scheduled reports wait',
      then: 'too many of their organization are pending',
    });
  }

  async run(signal: AbortSignal): Promise<void> {
    const now = currentDate();
    let last = NIL_UUID;
    // Schedules that wait stay due, and must not keep others from their turn.
    for (;;) {
      const ids = await this.schedules.due(now, last, BATCH);
      for (const id of ids) {
        if (signal.aborted) return;
        await this.uow.run(() => this.request(id, now));
      }
      const end = ids.at(-1);
      if (end === undefined) return;
      last = end;
    }
  }

  /** One report for a schedule, however often it was missed. Organizations without the plan get none. */
  private async request(id: string, now: Date): Promise<void> {
    const schedule = await this.schedules.lockDue(id, now);
    if (schedule === undefined) return;
    const { orgId, interval, paper, isEntitled } = schedule;
    const report = {
      id: randomUUID(),
      orgId,
      scope: 'ORGANIZATION',
      snapshotId: null,
      paper,
      scheduleId: id,
      requestedBy: ACTOR.name,
      createdAt: now,
    } as const;
    if (isEntitled && !(await this.requests.add(report, ACTOR))) {
      this.waiting.failed({ organization: orgId, schedule: id }, orgId, id);
      return;
    }
    this.waiting.worked(orgId, id);
    await this.schedules.postpone(id, nextRun(interval, now));
  }
}
