// A table of 50 rows for the floors that read one, on the server of DATABASE_URL or on the embedded database in FOLDER.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** The embedded database as the product opens it: PGlite on disk behind a Unix socket. */
async function embedded(folder) {
  const { PGlite } = await import('@electric-sql/pglite');
  const { PGLiteSocketServer } = await import('@electric-sql/pglite-socket');
  const db = await PGlite.create(join(folder, 'db'));
  const host = mkdtempSync(join(folder, 's-'));
  await new PGLiteSocketServer({ db, path: join(host, '.s.PGSQL.5432'), maxConnections: 4 }).start();
  return new pg.Pool({ host, user: 'postgres', database: 'postgres', max: 1 });
}

/** How to read a row by its key, which is the path of a request without its slash. */
export async function openFloorTable({ DATABASE_URL: url, FOLDER: folder }) {
  const pool = url === undefined ? await embedded(folder) : new pg.Pool({ connectionString: url, max: 10 });
  await pool.query(`
    CREATE TABLE floor (
      version text PRIMARY KEY, status text NOT NULL, git_sha text NOT NULL,
      bundle_digest text NOT NULL, bundle_size_bytes bigint NOT NULL, published_at timestamptz NOT NULL
    )`);
  await pool.query(`
    INSERT INTO floor
    SELECT '1.' || n || '.0', 'published', md5(n::text), 'sha256:' || md5(n::text) || md5(n::text), 1000, now()
      FROM generate_series(0, 49) AS n`);
  return async (path) =>
    (await pool.query('SELECT * FROM floor WHERE version = $1', [path.slice(1)])).rows[0];
}
