import { DataSource } from 'typeorm';
import { ENTITIES } from './dist/entities.js';
import { dataSourceOptions } from './dist/storage/database/data-source-options.js';

/** For TypeORM's own command line, against the server of DATABASE_URL: `npm run typeorm -- migration:show`. */
export default new DataSource(
  dataSourceOptions({
    // eslint-disable-next-line no-restricted-properties -- TypeORM's command line has no other way to be told
    server: process.env['DATABASE_URL'] ?? 'postgres://localhost/mcp_hub',
    entities: ENTITIES,
    poolSize: 1,
    statementTimeoutMs: 0,
  }),
);
