import { RecurringJobs, type RecurringJob } from './recurring-jobs.js';

/** Each process runs its own schedule, from its start. */
export class InProcessJobs extends RecurringJobs {
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();

  protected start(job: RecurringJob): void {
    this.timers.push(setInterval(() => this.runOnce(job), job.everyMs).unref());
  }

  async onModuleDestroy(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    this.stopping.abort();
    await Promise.all(this.underWay.values());
  }

  private runOnce(job: RecurringJob): void {
    if (this.underWay.has(job.name)) return;
    const run = job.run(this.stopping.signal).finally(() => this.underWay.delete(job.name));
    this.underWay.set(job.name, run);
  }
}
