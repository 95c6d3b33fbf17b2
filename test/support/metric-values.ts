import { Metrics } from '../../src/common/operation/metrics.js';
import type { TestApp } from './test-app.js';

/** The metrics of an app, read from its metrics port. */
export class MetricValues {
  private constructor(
    private readonly metrics: Metrics,
    private readonly url: string,
  ) {}

  static of({ app }: Pick<TestApp, 'app'>): Promise<MetricValues> {
    return MetricValues.reportedTo(app.get(Metrics));
  }

  static async reportedTo(metrics: Metrics): Promise<MetricValues> {
    const port = await metrics.listen(0, '127.0.0.1');
    return new MetricValues(metrics, `http://127.0.0.1:${port}/metrics`);
  }

  async text(): Promise<string> {
    return (await fetch(this.url)).text();
  }

  /** The value of each series whose name and labels start with `prefix`. */
  async all(prefix: string): Promise<Record<string, number>> {
    const lines = (await this.text()).split('\n').filter((line) => line.startsWith(prefix));
    return Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.lastIndexOf(' ')),
        Number(line.slice(line.lastIndexOf(' ') + 1)),
      ]),
    );
  }

  /** The increase of each series that starts with `prefix` during `work`; unchanged ones are omitted. */
  async growth(prefix: string, work: () => Promise<unknown>): Promise<Record<string, number>> {
    const before = await this.all(prefix);
    await work();
    const after = Object.entries(await this.all(prefix));
    const grown = after.map(([series, value]) => [series, value - (before[series] ?? 0)] as const);
    return Object.fromEntries(grown.filter(([, by]) => by !== 0));
  }

  close(): void {
    this.metrics.close();
  }
}
