import { Gauge, type Registry } from 'prom-client';
import { withTimeout } from '../concurrency/with-timeout.js';
import type { Backlog } from './meters.js';

/** How old the numbers of a scrape may be. */
const FRESH_MS = 10_000;

/** How long a scrape waits for new numbers. */
const WAIT_MS = 2_000;

/**
 * The metrics of queues. All of them are measured one after the other, at most every ten seconds and never twice at a time,
 * however often the metrics are read. Queues that could not be measured have no series: nobody knows what waits in them.
 */
export class Backlogs {
  private readonly queues = new Map<string, () => Promise<Backlog>>();
  private readonly items: Gauge;
  private readonly oldest: Gauge;
  private readonly overdue: Gauge;
  private measuring: Promise<void> | undefined;
  private measuredAt = -Infinity;

  constructor(registry: Registry) {
    const gauge = (name: string, help: string): Gauge =>
      new Gauge({ name: `mcp_hub_queue_${name}`, help, labelNames: ['queue'], registers: [registry] });
    this.items = gauge('items', 'What waits in a queue, counted up to 10000');
    this.oldest = gauge('oldest_seconds', 'Time since the oldest item of a queue was added');
    this.overdue = gauge('overdue_seconds', 'Time since the first item of a queue could have been handled');
  }

  add(queue: string, measure: () => Promise<Backlog>): void {
    this.queues.set(queue, measure);
  }

  /** Brings the metrics up to date before they are read. Never rejects. */
  async refresh(): Promise<void> {
    if (performance.now() - this.measuredAt >= FRESH_MS)
      this.measuring ??= this.measureAll().finally(() => (this.measuring = undefined));
    const { measuring } = this;
    if (measuring === undefined) return;
    // Numbers that are late are those of the next scrape; until then, there are none.
    await withTimeout(WAIT_MS, () => measuring).catch(() => {
      for (const queue of this.queues.keys()) this.show(queue, undefined);
    });
  }

  private async measureAll(): Promise<void> {
    for (const [queue, measure] of this.queues) this.show(queue, await measure().catch(() => undefined));
    this.measuredAt = performance.now();
  }

  private show(queue: string, backlog: Backlog | undefined): void {
    const { waiting, oldestSeconds, overdueSeconds } = backlog ?? {};
    for (const [gauge, value] of [
      [this.items, waiting],
      [this.oldest, oldestSeconds],
      [this.overdue, overdueSeconds],
    ] as const) {
      if (value === undefined) gauge.remove({ queue });
      else gauge.set({ queue }, Math.max(0, value));
    }
  }
}
