import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Client } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { connectionPool } from './connection-pool.js';
import { isReadTimeout, isTransactionConflict } from './database-errors.js';
import { statementName } from './statement-names.js';

/**
 * Closes the connection of a transaction without waiting for the statement that is under way on it. The pool does that by
 * itself for statements of its own; a transaction would be rolled back on the connection, and hand it to the next.
 */
async function closeConnection({ queryRunner }: EntityManager): Promise<void> {
  const client = (await queryRunner?.connect()) as Client | undefined;
  void client?.end();
}

// A transaction that lost to another one is run again at most so many times.
const MAX_RETRIES = 2;
// Longer than most transactions take, so that the winner is done; random, so that two losers do not meet again.
const RETRY_AFTER_MS = 20;

/** What belongs to one transaction. */
interface Transaction {
  readonly manager: EntityManager;
  /** What runs after the work and before the commit. */
  readonly beforeCommit: { readonly order: string; readonly hook: () => Promise<void> }[];
}

const byOrder = (a: { readonly order: string }, b: { readonly order: string }): number =>
  a.order < b.order ? -1 : Number(a.order > b.order);

/**
 * The way to the database. Repositories run their statements through it and so take part in whatever transaction their
 * caller has begun, without being handed one. On the embedded database this is what keeps a statement from waiting for
 * the only connection, which its own transaction holds.
 */
@Injectable()
export class UnitOfWork {
  private readonly current = new AsyncLocalStorage<Transaction>();

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Connections that are open, and callers who wait for one. */
  get load(): { readonly open: number; readonly waiting: number } {
    const { totalCount, waitingCount } = connectionPool(this.dataSource);
    return { open: totalCount, waiting: waitingCount };
  }

  /** Whether what runs now is a part of a transaction. */
  get inTransaction(): boolean {
    return this.current.getStore() !== undefined;
  }

  /** The manager of the running transaction, or the data source's own. */
  get manager(): EntityManager {
    return this.current.getStore()?.manager ?? this.dataSource.manager;
  }

  /**
   * Runs `work` in a transaction, or as a part of the one that is running. No HTTP, storage or hashing in it: it holds
   * a connection, and on the embedded database the only one. The cleanup is the exception (ADR 13).
   *
   * `work` can run more than once: when the database ends the transaction because of another one (40P01, 40001), or the
   * work itself throws `TransactionConflictError`, everything is rolled back and run again, twice at most.
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.current.getStore() !== undefined) return work();
    for (let retries = 0; ; retries += 1) {
      try {
        return await this.attempt(work);
      } catch (error) {
        if (retries === MAX_RETRIES || !isTransactionConflict(error)) throw error;
        await sleep(RETRY_AFTER_MS * (1 + retries) * (0.5 + Math.random()));
      }
    }
  }

  /**
   * Runs `hook` at the end of the running transaction, before it commits. Hooks run by `order`, so that transactions which
   * lock the same rows there do so in the same order; those of equal order run as they were added.
   * @throws when no transaction is running
   */
  beforeCommit(order: string, hook: () => Promise<void>): void {
    const transaction = this.current.getStore();
    if (transaction === undefined) throw new Error('beforeCommit needs a running transaction');
    transaction.beforeCommit.push({ order, hook });
  }

  private attempt<T>(work: () => Promise<T>): Promise<T> {
    return this.dataSource.transaction(async (manager) => {
      const transaction: Transaction = { manager, beforeCommit: [] };
      try {
        return await this.current.run(transaction, async () => {
          const result = await work();
          for (const { hook } of transaction.beforeCommit.sort(byOrder)) await hook();
          return result;
        });
      } catch (error) {
        if (isReadTimeout(error)) await closeConnection(manager);
        throw error;
      }
    });
  }

  /**
   * Rows of a statement, prepared once for each connection. `$1` and on stand for `parameters`. The caller states the
   * rows' shape.
   */
  async rows<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const connection = this.current.getStore()?.manager.queryRunner?.connect();
    const on = connection === undefined ? connectionPool(this.dataSource) : ((await connection) as Client);
    const name = parameters.length === 0 ? undefined : statementName(sql);
    const { rows } = await on.query<Row & object>({ name, text: sql, values: [...parameters] });
    return rows;
  }

  /** The first row of a statement, or undefined. */
  async row<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row | undefined> {
    return (await this.rows<Row>(sql, parameters))[0];
  }
}
