import { describe, expect, it } from '@jest/globals';
import type { Logger } from '../../../src/common/logging/logger.js';
import { CleanupJob } from '../../../src/registry/cleanup/cleanup-job.js';
import type { CleanupCounts, CleanupService } from '../../../src/registry/cleanup/cleanup.service.js';
import { AdvisoryLock } from '../../../src/storage/database/advisory-lock.js';
import { engine } from '../../support/test-database.js';
import { useTestApp } from '../../support/suite.js';

const COUNTS: CleanupCounts = {
  artifacts: 2,
  bytes: 30,
  presignedUploads: 1,
  unfinishedUploads: 0,
  unknownObjects: 0,
};

const t = await useTestApp();

/** A cleanup job that calls `run`, and its log lines. */
function jobOf(run: () => Promise<CleanupCounts>): { job: CleanupJob; lines: unknown[][] } {
  const lines: unknown[][] = [];
  const log =
    (level: string) =>
    (...line: unknown[]): void =>
      void lines.push([level, ...line]);
  const logger = { info: log('info'), error: log('error') } as unknown as Logger;
  const cleanup = { run } as unknown as CleanupService;
  return { job: new CleanupJob(cleanup, t.app.get(AdvisoryLock), logger), lines };
}

const { signal } = new AbortController();

describe('the hourly cleanup', () => {
  it('fails when the cleanup does, and runs again the next time', async () => {
    const { job, lines } = jobOf(() => Promise.reject(new Error('the store is unavailable')));
    await expect(job.run(signal)).rejects.toThrow('the store is unavailable');
    await expect(job.run(signal)).rejects.toThrow('the store is unavailable');
    expect(lines).toEqual([]);
  });

  it('logs one line with counts', async () => {
    const { job, lines } = jobOf(() => Promise.resolve(COUNTS));
    await job.run(signal);
    expect(lines).toEqual([['info', { cleanup: COUNTS, ms: expect.any(Number) }, 'cleaned up']]);
  });

  // The embedded database has one process.
  if (engine !== 'postgres') return;

  it('runs one at a time across all processes on the database', async () => {
    const lock = t.app.get(AdvisoryLock);
    const { job, lines } = jobOf(() => Promise.resolve(COUNTS));
    expect(await lock.run('cleanup', () => job.run(signal).then(() => 'done'))).toBe('done');
    expect(lines).toEqual([]);
    await job.run(signal);
    expect(lines).toHaveLength(1);
  });
});
