import type { OnModuleDestroy } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Logger } from '../../common/logging/logger.js';
import type { Metrics } from '../../common/operation/metrics.js';
import { followClock } from '../../common/values/clock.js';

const EVERY_MS = 15_000;
// An answer that took longer says little about the time at which it was given.
const MAX_ROUND_TRIP_MS = 2_000;
/** Clocks that differ by less count as the same: they are as far apart as the answer takes. */
const SAME_MS = 500;
// Worth a line: tokens of other issuers are refused from a minute on.
const NOTEWORTHY_MS = 5_000;

const CLOCK_QUERY = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS time';

/**
 * Compares the clock of this process with that of its database, now and then, and has `currentTime` follow the database's: all
 * servers then store and compare the times of one clock, whatever their own ones say (ADR 112).
 */
export class DatabaseClock implements OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private aheadMs = 0;
  private noted = false;

  /** @param database a server; the embedded database has the clock of this process, and is undefined here */
  constructor(
    private readonly database: DataSource | undefined,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    metrics.observe(
      'clock_behind_database_seconds',
      'How far the clock of this process is behind that of the database; corrected beyond half a second',
      () => this.aheadMs / 1000,
    );
  }

  /** Compares the clocks, and does so again regularly. */
  async start(): Promise<this> {
    if (this.database === undefined) {
      followClock(0);
      return this;
    }
    await this.compare(this.database);
    const { database } = this;
    this.timer = setInterval(() => void this.compare(database), EVERY_MS).unref();
    return this;
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** A database that does not answer now has answered before. */
  private async compare(database: DataSource): Promise<void> {
    const [sent, started] = [Date.now(), performance.now()];
    const [row] = await database.query<{ time: number }[]>(CLOCK_QUERY).catch(() => []);
    const roundTrip = performance.now() - started;
    if (row === undefined || roundTrip > MAX_ROUND_TRIP_MS) return;
    this.aheadMs = Math.round(row.time - (sent + roundTrip / 2));
    followClock(Math.abs(this.aheadMs) < SAME_MS ? 0 : this.aheadMs);
    this.note();
  }

  private note(): void {
    const isOff = Math.abs(this.aheadMs) >= NOTEWORTHY_MS;
    if (isOff !== this.noted) {
      const behind_seconds = Math.round(this.aheadMs / 1000);
      if (isOff)
        this.logger.warn(
          { behind_seconds },
          'the clock of this server differs from that of the database, which counts; set this one',
        );
      else this.logger.info({ behind_seconds }, 'the clock of this server is that of the database again');
    }
    this.noted = isOff;
  }
}
