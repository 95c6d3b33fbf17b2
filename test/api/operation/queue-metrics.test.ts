import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Metrics } from '../../../src/common/operation/metrics.js';
import { UnitOfWork } from '../../../src/storage/database/unit-of-work.js';
import { measurementOf, measureWaitingRows, WAITING_ROWS } from '../../../src/server/waiting-rows.js';
import { MetricValues } from '../../support/metric-values.js';
import { useTestApp } from '../../support/suite.js';

const t = await useTestApp();

/** Columns that say when a row is handled, or by whom. */
const QUEUE_COLUMNS = [
  'attempts',
  'claimed_until',
  'due_at',
  'heartbeat_at',
  'lease_until',
  'next_run_at',
  'run_after',
  'taken_at',
];

/** Tables with such a column in which nothing waits for a worker. */
const NO_QUEUES: Readonly<Record<string, string>> = {
  advisory_source: 'a few addresses, each with its own next fetch',
};

/** Metrics of their own, because numbers are kept for some seconds. */
async function measured(): Promise<MetricValues> {
  const metrics = new Metrics();
  measureWaitingRows(metrics, t.app.get(UnitOfWork));
  const values = await MetricValues.reportedTo(metrics);
  closers.push(() => values.close());
  return values;
}

const closers: (() => void)[] = [];
afterAll(() => closers.forEach((close) => close()));

const valueOf = async (values: MetricValues, metric: string, queue: string): Promise<number | undefined> =>
  (await values.all(`mcp_hub_queue_${metric}{queue="${queue}"}`))[
    `mcp_hub_queue_${metric}{queue="${queue}"}`
  ];

const addMessages = (count: number, age: string, due = 'now()'): Promise<unknown> =>
  t.rows(
    `INSERT INTO outbox (topic, key, payload, due_at, created_at)
     SELECT 'registry.versions', n::text, '{}', ${due}, now() - interval '${age}' FROM generate_series(1, ${count}) n`,
  );

describe('the metrics of queues', () => {
  beforeEach(() => t.rows('DELETE FROM outbox'));

  it('are about every table whose rows wait', async () => {
    const tables = await t.rows<{ table_name: string }>(
      `SELECT DISTINCT table_name FROM information_schema.columns
        WHERE table_schema = current_schema() AND column_name = ANY($1)`,
      [QUEUE_COLUMNS],
    );
    const known = new Set([...WAITING_ROWS.values()].map(({ table }) => table));
    const unknown = tables.map(({ table_name }) => table_name).filter((table) => !known.has(table));
    expect(unknown.sort()).toEqual(Object.keys(NO_QUEUES).sort());
  });

  it.each([...WAITING_ROWS.keys()])('read %s by an index', async (queue) => {
    const rows = WAITING_ROWS.get(queue);
    if (rows === undefined) throw new Error('no such queue');
    const uow = t.app.get(UnitOfWork);
    const plan = await uow.run(async () => {
      for (const scan of ['seqscan', 'bitmapscan', 'sort']) await uow.rows(`SET LOCAL enable_${scan} = off`);
      return uow.rows<Record<string, string>>(`EXPLAIN ${measurementOf(rows)}`);
    });
    const text = plan.map((line) => Object.values(line)[0]).join('\n');
    expect(text).toMatch(/Index (Only )?Scan/);
    expect(text).not.toMatch(/Seq Scan|\bSort\b/);
  });

  it('show an empty queue', async () => {
    const values = await measured();
    for (const queue of WAITING_ROWS.keys()) expect(await valueOf(values, 'items', queue)).toBe(0);
    expect(await valueOf(values, 'oldest_seconds', 'registry.versions')).toBe(0);
    expect(await valueOf(values, 'overdue_seconds', 'registry.versions')).toBe(0);
  });

  it('show how many items wait, and for how long', async () => {
    await addMessages(2, '1 hour', `now() - interval '10 minutes'`);
    await addMessages(1, '1 minute');
    const values = await measured();
    expect(await valueOf(values, 'items', 'registry.versions')).toBe(3);
    const oldest = await valueOf(values, 'oldest_seconds', 'registry.versions');
    expect(oldest).toBeGreaterThanOrEqual(3600);
    expect(oldest).toBeLessThan(7200);
    expect(await valueOf(values, 'overdue_seconds', 'registry.versions')).toBeGreaterThanOrEqual(600);
    expect(await valueOf(values, 'items', 'hub.analyzed-versions')).toBe(0);
  });

  it('show items that wait for a later attempt, which are not overdue', async () => {
    await addMessages(1, '1 hour', `now() + interval '1 hour'`);
    const values = await measured();
    expect(await valueOf(values, 'items', 'registry.versions')).toBe(1);
    expect(await valueOf(values, 'oldest_seconds', 'registry.versions')).toBeGreaterThanOrEqual(3600);
    expect(await valueOf(values, 'overdue_seconds', 'registry.versions')).toBe(0);
  });

  it('count up to ten thousand', async () => {
    await addMessages(10_100, '1 hour');
    expect(await valueOf(await measured(), 'items', 'registry.versions')).toBe(10_000);
  });

  it('are kept for some seconds, however often they are read', async () => {
    const values = await measured();
    const before = await valueOf(values, 'items', 'registry.versions');
    await addMessages(5, '1 hour');
    expect(await valueOf(values, 'items', 'registry.versions')).toBe(before);
  });
});

describe('queues that cannot be measured', () => {
  const never = Promise.withResolvers<never>();
  let values: MetricValues;
  beforeAll(async () => {
    const metrics = new Metrics();
    metrics.queue('answers', () => Promise.resolve({ waiting: 3 }));
    metrics.queue('fails', () => Promise.reject(new Error('no database')));
    values = await MetricValues.reportedTo(metrics);
    closers.push(() => values.close());
  });

  it('have no series, and leave the other metrics alone', async () => {
    expect(await values.all('mcp_hub_queue')).toEqual({ 'mcp_hub_queue_items{queue="answers"}': 3 });
    expect(await values.text()).toContain('mcp_hub_build_info');
  });

  it('have none while the database hangs, and are asked only once', async () => {
    let asked = 0;
    const metrics = new Metrics();
    metrics.queue('hangs', () => {
      asked += 1;
      return never.promise;
    });
    const hanging = await MetricValues.reportedTo(metrics);
    closers.push(() => hanging.close());
    for (let read = 0; read < 2; read += 1) {
      expect(await hanging.all('mcp_hub_queue')).toEqual({});
      expect(await hanging.text()).toContain('mcp_hub_build_info');
    }
    expect(asked).toBe(1);
  });
});
