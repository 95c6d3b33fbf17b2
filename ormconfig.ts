import { DataSource } from 'typeorm';

/** A compiled module of src/, as the program runs it: Node.js alone cannot read the decorators of the sources. */
const compiled = (path: string): Promise<unknown> => import(new URL(`dist/${path}`, import.meta.url).href);

const { dataSourceOptions } = (await compiled(
  'storage/database/data-source-options.js',
)) as typeof import('./src/storage/database/data-source-options.js');

/** For TypeORM's own command line, against the server of DATABASE_URL: `npm run typeorm -- migration:show`. */
export default new DataSource({
  ...dataSourceOptions({
    // eslint-disable-next-line no-restricted-properties -- TypeORM's command line has no other way to be told
    server: process.env['DATABASE_URL'] ?? 'postgres://localhost/mcp_hub',
    poolSize: 1,
    statementTimeoutMs: 0,
  }),
  entities: ['dist/**/*.entity.js'],
});
