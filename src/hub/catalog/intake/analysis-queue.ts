import { Injectable } from '@nestjs/common';
import { WorkQueues, type WorkQueue } from '../../../jobs/work-queue.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { AnalysisJobsRepository } from './analysis-jobs.repository.js';
import type { AnalysisReason } from './analysis-values.js';

/** Queues analyses: a row for each, and a message that wakes the workers (ADR 51). */
@Injectable()
export class AnalysisQueue {
  readonly messages: WorkQueue;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly jobs: AnalysisJobsRepository,
    queues: WorkQueues,
  ) {
    this.messages = queues.open('analysis');
  }

  /**
   * Queues an analysis of each of these versions, in the caller's transaction if there is one; versions with an active
   * job get no other. Returns the ids of the new jobs. The workers are woken after the commit.
   */
  async request(versionIds: readonly string[], reason: AnalysisReason): Promise<string[]> {
    return this.uow.run(async () => {
      const ids = await this.jobs.queue(versionIds, reason);
      this.uow.afterCommit(() => this.wake(ids));
      return ids;
    });
  }

  /** Starts the running analysis of a version again, if there is one, in the caller's transaction. */
  async restart(versionId: string): Promise<void> {
    const ids = await this.jobs.interrupt(versionId);
    this.uow.afterCommit(() => this.wake(ids));
  }

  /** Sends the messages of queued jobs. */
  wake(ids: readonly string[]): void {
    for (const id of ids) this.messages.add(id);
  }
}
