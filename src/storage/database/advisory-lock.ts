import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import pg from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresOptions } from './data-source-options.js';

// Arbitrary keys that no other program uses on the same database; they follow the key of the migrations.
const LOCKS = { cleanup: 0x6d637069, 'mcp-bundles': 0x6d63706a } as const;

const CONNECT_TIMEOUT_MS = 5_000;

/** Runs work in at most one process at a time. */
@Injectable()
export class AdvisoryLock {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Returns the result of `work`, or undefined when another process holds the lock. The lock has a dedicated
   * connection, because the work spans many transactions and the pool may have only one connection. That connection can
   * break, so the work must be safe to run concurrently nevertheless.
   */
  async run<T>(name: keyof typeof LOCKS, work: () => Promise<T>): Promise<T | undefined> {
    const { url } = this.dataSource.options as PostgresOptions;
    // The embedded database has one session and one process.
    if (url === undefined) return work();
    const holder = new pg.Client({
      connectionString: url,
      application_name: `mcp-hub ${name}`,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
    holder.on('error', () => undefined);
    await holder.connect();
    try {
      const { rows } = await holder.query<{ locked: boolean }>(`SELECT pg_try_advisory_lock($1) AS locked`, [
        LOCKS[name],
      ]);
      return rows[0]?.locked === true ? await work() : undefined;
    } finally {
      await holder.end().catch(() => undefined);
    }
  }
}
