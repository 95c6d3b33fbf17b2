import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { DatabaseTarget } from './data-source-options.js';
import { isLockTimeout, isTransactionConflict } from './database-errors.js';
import { LockHolders } from './lock-holders.js';

// Between two attempts, in which requests go on: longer each time.
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 15_000;
const GIVEN_UP_AFTER_MS = 15 * 60_000;

// Of patient attempts, which others that migrate at the same time cause.
const REPORT_EVERY = 10;

/** Somebody has used a table for too long, so that the migrations could not change it. */
export class LockedOutError extends Error {
  constructor(holders: string) {
    super(
      `the migrations could not get a lock for ${GIVEN_UP_AFTER_MS / 60_000} minutes: ${holders}; ` +
        'end that session (SELECT pg_terminate_backend), and start again',
    );
    this.name = 'LockedOutError';
  }
}

/** Repeats a step until it gets its locks. */
export interface Attempts {
  /** Behind it, requests wait for the same locks: there are pauses, and an end. @throws LockedOutError */
  briefly<T>(step: () => Promise<T>): Promise<T>;
  /** Nobody waits behind it. */
  patiently<T>(step: () => Promise<T>): Promise<T>;
}

/**
 * Runs work whose steps give up waiting for locks after `LOCK_TIMEOUT_MS`, and tries them again. The data source has one
 * connection, with that lock timeout.
 * @param report gets a line that says who holds what a step waits for
 */
export async function withBriefLocks<T>(
  dataSource: DataSource,
  server: DatabaseTarget['server'],
  report: (line: string) => void,
  work: (attempts: Attempts) => Promise<T>,
): Promise<T> {
  // The embedded database is one session, which waits for nobody.
  if (typeof server !== 'string') return work({ briefly: (step) => step(), patiently: (step) => step() });
  const attempts = new RepeatedSteps(dataSource, server, report);
  try {
    return await work(attempts);
  } finally {
    await attempts.close();
  }
}

class RepeatedSteps implements Attempts {
  private holders: LockHolders | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly url: string,
    private readonly report: (line: string) => void,
  ) {}

  async briefly<T>(step: () => Promise<T>): Promise<T> {
    const started = performance.now();
    await this.watch();
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        return await step();
      } catch (error) {
        requireLockConflict(error);
        const who = this.holders?.take() ?? 'a lock is held by another session';
        if (performance.now() - started > GIVEN_UP_AFTER_MS) throw new LockedOutError(who);
        this.report(`the migrations wait: ${who}; trying again in ${pause / 1000} s`);
        await sleep(pause);
      }
    }
  }

  async patiently<T>(step: () => Promise<T>): Promise<T> {
    for (let failures = 1; ; failures += 1) {
      try {
        return await step();
      } catch (error) {
        requireLockConflict(error);
        await this.watch();
        const who = this.holders?.take();
        if (who !== undefined && failures % REPORT_EVERY === 0) this.report(`the migrations wait: ${who}`);
      }
    }
  }

  async close(): Promise<void> {
    await this.holders?.close();
  }

  private async watch(): Promise<void> {
    if (this.holders !== undefined) return;
    const [{ pid }] = await this.dataSource.query<[{ pid: number }]>('SELECT pg_backend_pid() AS pid');
    this.holders = await LockHolders.of(this.url, pid);
  }
}

/** @throws every other error */
function requireLockConflict(error: unknown): void {
  if (!isLockTimeout(error) && !isTransactionConflict(error)) throw error;
}
