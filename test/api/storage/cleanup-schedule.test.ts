import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../../../src/common/logging/logger.js';
import { CleanupSchedule } from '../../../src/registry/cleanup/cleanup-schedule.js';
import type { CleanupCounts, CleanupService } from '../../../src/registry/cleanup/cleanup.service.js';
import { SingleRun } from '../../../src/storage/database/single-run.js';
import { engine } from '../../support/test-database.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const COUNTS: CleanupCounts = { artifacts: 2, bytes: 30, presignedUploads: 1, unfinishedUploads: 0 };

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** A schedule of a cleanup that does what it is told, and what it has logged. */
function scheduleOf(run: () => Promise<CleanupCounts>): { schedule: CleanupSchedule; lines: unknown[][] } {
  const lines: unknown[][] = [];
  const log =
    (level: string) =>
    (...line: unknown[]): void =>
      void lines.push([level, ...line]);
  const logger = { info: log('info'), error: log('error') } as unknown as Logger;
  const cleanup = { run } as unknown as CleanupService;
  return { schedule: new CleanupSchedule(cleanup, t.app.get(SingleRun), logger), lines };
}

describe('the hourly cleanup', () => {
  it('logs an error and goes on', async () => {
    const { schedule, lines } = scheduleOf(() => Promise.reject(new Error('the store is away')));
    schedule.start(5);
    while (lines.length < 2) await wait(5);
    await schedule.onModuleDestroy();
    expect(lines[0]).toEqual(['error', { err: new Error('the store is away') }, expect.any(String)]);
  });

  it('logs one line with counts', async () => {
    const { schedule, lines } = scheduleOf(() => Promise.resolve(COUNTS));
    await schedule.runOnce();
    expect(lines).toEqual([['info', { cleanup: COUNTS, ms: expect.any(Number) }, 'cleaned up']]);
  });

  it('is one at a time, and its end is waited for when the server stops', async () => {
    let runs = 0;
    const end = Promise.withResolvers<CleanupCounts>();
    const { schedule } = scheduleOf(() => {
      runs += 1;
      return end.promise;
    });
    const first = schedule.runOnce();
    const second = schedule.runOnce();
    let stopped = false;
    const stopping = schedule.onModuleDestroy().then(() => (stopped = true));
    await wait(50);
    expect(stopped).toBe(false);
    end.resolve(COUNTS);
    await Promise.all([first, second, stopping]);
    expect(runs).toBe(1);
  });

  // The embedded database has one process.
  if (engine !== 'postgres') return;

  it('is one at a time of all processes on the database', async () => {
    const single = t.app.get(SingleRun);
    const { schedule, lines } = scheduleOf(() => Promise.resolve(COUNTS));
    expect(await single.run('cleanup', () => schedule.runOnce().then(() => 'done'))).toBe('done');
    expect(lines).toEqual([]);
    await schedule.runOnce();
    expect(lines).toHaveLength(1);
  });
});
