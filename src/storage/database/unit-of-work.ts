import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Client } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { connectionPool } from './connection-pool.js';
import { isReadOnly, isReadTimeout, isTransactionConflict } from './database-errors.js';
import { preparedStatement } from './prepared-statements.js';

/**
 * Closes the connection of a transaction without waiting for the statement in flight. The pool does that for its own
 * statements; a transaction would be rolled back on the broken connection, which would return to the pool.
 */
async function closeConnection({ queryRunner }: EntityManager): Promise<void> {
  const client = (await queryRunner?.connect()) as Client | undefined;
  void client?.end();
}

// Of a transaction that lost to a concurrent one. One that chooses its locks by what it has read can lose several times in
// a row to administrators who keep changing just that.
const MAX_RETRIES = 5;
// Longer than most transactions take, so that the winner has finished; random, so that two losers do not collide again.
const RETRY_AFTER_MS = 20;

/** State of one transaction. */
/** The connections of the process to the database, and the callers waiting for one. */
export interface PoolLoad {
  readonly open: number;
  readonly used: number;
  readonly max: number;
  readonly waiting: number;
}

interface Transaction {
  readonly manager: EntityManager;
  /** Hooks that run after the work and before the commit. */
  readonly beforeCommit: { readonly order: string; readonly hook: () => Promise<void> }[];
  /** Hooks that run once it has committed. */
  readonly afterCommit: (() => void)[];
}

const byOrder = (a: { readonly order: string }, b: { readonly order: string }): number =>
  a.order < b.order ? -1 : Number(a.order > b.order);

/**
 * Runs statements and transactions. Repositories run their statements through it, so they join the transaction of their
 * caller implicitly (AsyncLocalStorage). On the embedded database this prevents a statement from waiting for the only
 * connection, which its own transaction holds.
 *
 * Repositories write one aggregate, and read what decisions about it need. Read models join what responses need, and
 * neither write nor take locks. Unique constraints and conditional updates decide races, never an earlier SELECT.
 */
@Injectable()
export class UnitOfWork {
  private readonly current = new AsyncLocalStorage<Transaction>();

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Numbers of connections, and of callers waiting for one. */
  get load(): PoolLoad {
    const { totalCount, idleCount, waitingCount, options } = connectionPool(this.dataSource);
    return { open: totalCount, used: totalCount - idleCount, max: options.max, waiting: waitingCount };
  }

  /** Whether the current call runs in a transaction. */
  get inTransaction(): boolean {
    return this.current.getStore() !== undefined;
  }

  /** The manager of the running transaction, or the data source's own. */
  get manager(): EntityManager {
    return this.current.getStore()?.manager ?? this.dataSource.manager;
  }

  /**
   * Runs `work` in a transaction, or joins the running one. `work` must not do HTTP, storage or hashing, because it
   * holds a connection, on the embedded database the only one. The cleanup is the exception (ADR 13).
   *
   * `work` can run more than once: when the database aborts the transaction because of a concurrent one (40P01, 40001),
   * or `work` throws `TransactionConflictError`, it is rolled back and retried, at most five times.
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
   * Runs `hook` at the end of the running transaction, before it commits. Hooks run by ascending `order`, so that
   * transactions lock shared rows in the same order; hooks of equal order run in the order in which they were added.
   * @throws when no transaction is running
   */
  beforeCommit(order: string, hook: () => Promise<void>): void {
    const transaction = this.current.getStore();
    if (transaction === undefined) throw new Error('beforeCommit needs a running transaction');
    transaction.beforeCommit.push({ order, hook });
  }

  /**
   * Runs `hook` once the running transaction has committed, or at once if none is running; never after a rollback. If
   * the process ends right after the commit, the hook is lost, so it may only speed up what the rows cause anyway. It
   * must not throw.
   */
  afterCommit(hook: () => void): void {
    const transaction = this.current.getStore();
    if (transaction === undefined) hook();
    else transaction.afterCommit.push(hook);
  }

  private async attempt<T>(work: () => Promise<T>): Promise<T> {
    const afterCommit: (() => void)[] = [];
    const result = await this.dataSource.transaction(async (manager) => {
      const transaction: Transaction = { manager, beforeCommit: [], afterCommit };
      try {
        return await this.current.run(transaction, async () => {
          const done = await work();
          for (const { hook } of transaction.beforeCommit.sort(byOrder)) await hook();
          return done;
        });
      } catch (error) {
        // After a failover, a new connection may lead to a server that takes changes.
        if (isReadTimeout(error) || isReadOnly(error)) await closeConnection(manager);
        throw error;
      }
    });
    for (const hook of afterCommit) hook();
    return result;
  }

  /**
   * The rows of a statement, which is prepared once per connection. `$1` and so on refer to `parameters`. The caller
   * declares the rows' shape.
   */
  async rows<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const connection = this.current.getStore()?.manager.queryRunner?.connect();
    const on = connection === undefined ? connectionPool(this.dataSource) : ((await connection) as Client);
    const statement = parameters.length === 0 ? { text: sql } : preparedStatement(sql);
    const result = await on.query<Row & object>(statement, [...parameters]);
    const { rows } = result;
    // The driver's timer for the statement refers to the result. Old timers keep newer ones from being collected together
    // with the young objects, so whatever a result refers to would stay until V8 collects the whole heap.
    result.rows = [];
    return rows;
  }

  /** The first row of a statement, or undefined. */
  async row<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row | undefined> {
    return (await this.rows<Row>(sql, parameters))[0];
  }
}
