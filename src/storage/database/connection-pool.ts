import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

/**
 * The pool of a data source. TypeORM cannot name statements, and its own query runner costs as much as a small statement
 * does: whoever runs many small ones asks the pool itself.
 */
export const connectionPool = ({ driver }: DataSource): Pool => (driver as PostgresDriver).master as Pool;
