import pg, { type Pool, type PoolConfig } from 'pg';
import type { DataSource } from 'typeorm';

const pools = new WeakMap<object, Pool>();

/**
 * The library `pg` for TypeORM's option `driver`, which also records the pool that TypeORM creates with it, so that
 * `connectionPool` finds it.
 */
export function driverWithPool(): object {
  const driver = {
    ...pg,
    Pool: class extends pg.Pool {
      constructor(options?: PoolConfig) {
        super(options);
        pools.set(driver, this);
      }
    },
  };
  return driver;
}

/**
 * The pool of a data source with `driverWithPool`. TypeORM cannot name prepared statements, and its query runner costs
 * as much as a small statement does, so callers that run many small statements use the pool directly.
 * @throws when the data source is not initialized
 */
export function connectionPool({ options }: Pick<DataSource, 'options'>): Pool {
  const { driver } = options as { readonly driver?: object };
  const pool = driver && pools.get(driver);
  if (pool === undefined) throw new Error('the data source is not initialized');
  return pool;
}
