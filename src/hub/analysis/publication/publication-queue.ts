import { Injectable } from '@nestjs/common';
import { WorkQueues, type WorkQueue } from '../../../jobs/work-queue.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';

/** Wakes the processes that publish. What it misses, the recurring job finds (ADR 58). */
@Injectable()
export class PublicationQueue {
  readonly messages: WorkQueue;

  constructor(
    private readonly uow: UnitOfWork,
    queues: WorkQueues,
  ) {
    this.messages = queues.open('publications');
  }

  /** Has a version published that was queued in the running transaction, as soon as that has committed. */
  wake(versionId: string): void {
    this.uow.afterCommit(() => this.messages.add(versionId));
  }
}
