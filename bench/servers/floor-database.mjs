// The database of a floor: the server of DATABASE_URL, or the embedded database in FOLDER.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** The embedded database in its usual setup: PGlite on disk behind a Unix socket. */
async function embedded(folder) {
  const { PGlite } = await import('@electric-sql/pglite');
  const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm');
  const { PGLiteSocketServer } = await import('@electric-sql/pglite-socket');
  const db = await PGlite.create(join(folder, 'db'), { extensions: { pg_trgm } });
  const host = mkdtempSync(join(folder, 's-'));
  await new PGLiteSocketServer({ db, path: join(host, '.s.PGSQL.5432'), maxConnections: 4 }).start();
  return new pg.Pool({ host, user: 'postgres', database: 'postgres', max: 1 });
}

/** @returns {Promise<pg.Pool>} */
export const openFloorDatabase = async ({ DATABASE_URL: url, FOLDER: folder }) =>
  url === undefined ? embedded(folder) : new pg.Pool({ connectionString: url, max: 10 });
