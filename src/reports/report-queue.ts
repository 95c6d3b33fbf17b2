import { Injectable } from '@nestjs/common';
import { WorkQueues, type WorkQueue } from '../jobs/work-queue.js';

/** Wakes the workers that make reports. The rows say what there is to do (ADR 51). */
@Injectable()
export class ReportQueue {
  readonly messages: WorkQueue;

  constructor(queues: WorkQueues) {
    this.messages = queues.open('reports');
  }

  /** Sends the messages of reports that wait; called after the commit. */
  wake(ids: readonly string[]): void {
    for (const id of ids) this.messages.add(id);
  }
}
