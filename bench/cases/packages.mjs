import { createHash } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureInTurns, medianCost, medianSpeed } from '../lib/compare.mjs';
import { onEachEngine } from '../lib/engines.mjs';
import { withMigratedDatabase } from '../lib/migrated-database.mjs';
import { startProduct } from '../lib/product.mjs';
import { row, title, whole } from '../lib/report.mjs';
import { withScratch } from '../lib/scratch.mjs';
import { ServerProcess } from '../lib/server-process.mjs';

const FLOOR = fileURLToPath(new URL('../servers/statement.mjs', import.meta.url));
const PACKAGES = 100_000;
const PAGE = 20;
const BAR = 3;
const WARM_UP_SECONDS = 8;

export const about = `pages and searches of ${whole(PACKAGES)} packages for anonymous callers, against one indexed select`;

const FILL = [
  `INSERT INTO registry_organization (id, slug, slug_key, created_at)
   SELECT gen_random_uuid(), 'owner-' || n, 'owner-' || n, now() FROM generate_series(0, 499) AS n`,
  `INSERT INTO registry_package (id, org_id, name, name_key, visibility, description, tags, created_at)
   SELECT gen_random_uuid(), o.id, s.name, s.name, 'public',
          'Reads and writes the records of system ' || md5('d' || s.n) || ' for agents', '{records,files}', now()
     FROM (SELECT n, 'server-' || md5(n::text) AS name FROM generate_series(1, ${PACKAGES}) AS n) s
     JOIN registry_organization o ON o.slug_key = 'owner-' || s.n % 500`,
];

const COLUMNS = `org, name, is_public, description, tags, latest_version`;
/** The entries of a page, in order. */
const SELECT_PAGE = `
  SELECT ${COLUMNS} FROM registry_catalog_entry
   WHERE is_public AND (org_key, name_key) > ($1, $2) ORDER BY org_key, name_key LIMIT ${PAGE}`;
/** The entries that contain a text. */
const SELECT_FOUND = `
  SELECT ${COLUMNS} FROM registry_catalog_entry
   WHERE is_public AND search_text LIKE '%' || $1 || '%' ORDER BY org_key, name_key LIMIT ${PAGE}`;

/** A text that occurs in the name of one package. */
const nameAt = (index) =>
  createHash('md5')
    .update(String((index % PACKAGES) + 1))
    .digest('hex')
    .slice(4, 16);

async function select(statement, env, scratch) {
  const server = await ServerProcess.start({
    name: 'one select',
    args: [FLOOR],
    env: { ...env, STATEMENT: statement },
    ready: /listens on (\S+)/,
  });
  scratch.defer(() => server.stop());
  return server;
}

const on = (engine, options, databaseUrl) =>
  withScratch(async (scratch) => {
    const { dist } = options;
    const folder = join(scratch.folder, 'product');
    await withMigratedDatabase({ dist, folder, databaseUrl }, async (source) => {
      for (const statement of FILL) await source.query(statement);
      // Autovacuum would do this on a server after a while; the embedded database has none.
      if (databaseUrl !== undefined)
        await source.query('VACUUM ANALYZE registry_package, registry_catalog_entry');
    });
    // The embedded database belongs to one process: each floor gets a copy.
    const floorOf = async (name, statement) => {
      if (databaseUrl !== undefined) return select(statement, { DATABASE_URL: databaseUrl }, scratch);
      await cp(join(folder, 'data'), join(scratch.folder, name), { recursive: true });
      return select(statement, { FOLDER: join(scratch.folder, name) }, scratch);
    };
    const pages = await floorOf('pages', SELECT_PAGE);
    const found = await floorOf('found', SELECT_FOUND);
    const settings = { PUBLIC_READ_CATALOG: 'true' };
    const { server } = await startProduct({ dist, folder, databaseUrl, settings });
    scratch.defer(() => server.stop());
    const costs = await measureInTurns(
      {
        page: { server, next: () => ({ path: `/v1/catalog?limit=${PAGE}` }) },
        selectPage: { server: pages, next: () => ({ path: '/0/0' }) },
        search: { server, next: (index) => ({ path: `/v1/catalog?limit=${PAGE}&q=${nameAt(index)}` }) },
        selectFound: { server: found, next: (index) => ({ path: `/${nameAt(index)}` }) },
      },
      { ...options, warmUpSeconds: WARM_UP_SECONDS },
    );
    const against = (name, own, peerName, peer) =>
      row({
        name: `${name} of ${whole(PACKAGES)} packages, ${engine}`,
        measured: title('mcp-hub', medianCost(own)),
        against: title(peerName, medianCost(peer)),
        value: medianSpeed(peer, own),
        bar: BAR,
      });
    return [
      against(`page of ${PAGE}`, costs.page, `one select of ${PAGE} rows`, costs.selectPage),
      against('search', costs.search, 'one select by the index', costs.selectFound),
    ];
  });

/** @param {import('../run.mjs').Options} options */
export const run = async (options) => ({
  rows: await onEachEngine(options, 1, (engine, [url]) => on(engine, options, url)),
});
