import { AsyncLocalStorage } from 'node:async_hooks';
import type { Duplex } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { ClientBase, Pool } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { isReadTimeout } from './database-errors.js';
import { NamedStatement } from './named-statement.js';
import { statementName } from './statement-names.js';

/** A pool's own statements do it by themselves; a transaction would be rolled back on it and hand it to the next. */
async function giveUpConnection({ queryRunner }: EntityManager): Promise<void> {
  const client = (await queryRunner?.connect()) as { connection?: { stream: Duplex } } | undefined;
  client?.connection?.stream.destroy();
}

/**
 * The way to the database. Repositories run their statements through it and so take part in whatever transaction their
 * caller has begun, without being handed one. On the embedded database this is what keeps a statement from waiting for
 * the only connection, which its own transaction holds.
 */
@Injectable()
export class UnitOfWork {
  private readonly current = new AsyncLocalStorage<EntityManager>();

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  private get pool(): Pool {
    return (this.dataSource.driver as PostgresDriver).master as Pool;
  }

  /** Connections that are open, and callers who wait for one. */
  get load(): { readonly open: number; readonly waiting: number } {
    const { totalCount, waitingCount } = this.pool;
    return { open: totalCount, waiting: waitingCount };
  }

  /** Whether what runs now is a part of a transaction. */
  get inTransaction(): boolean {
    return this.current.getStore() !== undefined;
  }

  /** The manager of the running transaction, or the data source's own. */
  get manager(): EntityManager {
    return this.current.getStore() ?? this.dataSource.manager;
  }

  /**
   * Runs `work` in a transaction, or as a part of the one that is running. No HTTP, storage or hashing in it: it holds
   * a connection, and on the embedded database the only one. The cleanup is the exception (ADR 13).
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.current.getStore() !== undefined) return work();
    return this.dataSource.transaction(async (manager) => {
      try {
        return await this.current.run(manager, work);
      } catch (error) {
        if (isReadTimeout(error)) await giveUpConnection(manager);
        throw error;
      }
    });
  }

  /**
   * Rows of a statement, prepared once for each connection. It goes to the driver itself: TypeORM cannot name statements,
   * and its own query runner costs as much as a small statement does.
   * `$1` and on stand for `parameters`. The caller states the rows' shape.
   */
  async rows<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const connection = this.current.getStore()?.queryRunner?.connect();
    const on = connection === undefined ? this.pool : ((await connection) as ClientBase);
    const name = parameters.length === 0 ? undefined : statementName(sql);
    if (name === undefined) return (await on.query<Row & object>(sql, [...parameters])).rows;
    try {
      return (await new NamedStatement(name, sql, parameters).runOn(on)) as Row[];
    } catch (error) {
      // As the driver does for its own: a stack that leads here, not to the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  /** The first row of a statement, or undefined. */
  async row<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row | undefined> {
    return (await this.rows<Row>(sql, parameters))[0];
  }
}
