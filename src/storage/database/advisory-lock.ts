import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import pg from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresOptions } from './data-source-options.js';

// Any numbers that no other program uses on the same database; they follow that of the migrations.
const LOCKS = { cleanup: 0x6d637069 } as const;

const CONNECT_TIMEOUT_MS = 5_000;

/** Runs work that one process at a time is enough for. */
@Injectable()
export class AdvisoryLock {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * What `work` answers; undefined when another process is at it. The lock is held by a connection of its own: the work
   * is many transactions, and the pool may have but one connection. The connection can break, so the work must be
   * safe beside another process all the same.
   */
  async run<T>(name: keyof typeof LOCKS, work: () => Promise<T>): Promise<T | undefined> {
    const { url } = this.dataSource.options as PostgresOptions;
    // The embedded database is one session of one process.
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
