import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { measureInTurns, medianCost, medianSpeed } from '../lib/compare.mjs';
import { onEachEngine } from '../lib/engines.mjs';
import { withMigratedDatabase } from '../lib/migrated-database.mjs';
import { startProduct } from '../lib/product.mjs';
import { row, title, whole } from '../lib/report.mjs';
import { withScratch } from '../lib/scratch.mjs';

const FEW = 1_000;
const MANY = 100_000;
const PAGE = 20;
const SEARCH_BAR = 3;
const LAST_PAGE_BAR = 5;
const WARM_UP_SECONDS = 6;
const MCPS = '/api/v1/mcps';

export const about = `searches among ${whole(MANY)} MCPs, against ${whole(FEW)}; the last page against the first`;

// Every server has a version, as in a real catalog.
const FILL = `
  WITH made AS (
    INSERT INTO mcp
      (id, name, name_key, description, repo_url, repo_key, visibility, origin, created_at, updated_at)
    SELECT gen_random_uuid(), name, name, 'Reads and writes the records of system ' || md5('d' || n) || ' for agents',
           'https://github.com/' || name, 'github.com/' || name, 'public', 'community',
           now() - n * interval '1 minute', now()
      FROM (SELECT n, 'owner-' || n % 500 || '/server-' || md5(n::text) AS name FROM generate_series(1, $1::int) n) s
    RETURNING id)
  INSERT INTO mcp_version
    (id, mcp_id, visible_version, commit_hash, status, global_score, certification_level, created_at, updated_at)
  SELECT gen_random_uuid(), id, 'commit-1a2b3c4-20260101', md5(id::text), 'CERTIFIED', 82, 2, now(), now() FROM made`;

/** Creates a migrated database with public MCPs, before the product starts on it. */
const fill = ({ mcps, databaseUrl, ...where }) =>
  withMigratedDatabase({ ...where, databaseUrl }, async (source) => {
    // Building the index once after the insert takes a tenth of the time.
    const [{ indexdef }] = await source.query(
      `SELECT indexdef FROM pg_indexes WHERE indexname = 'mcp_search_idx'`,
    );
    await source.query('DROP INDEX mcp_search_idx');
    await source.query(FILL, [mcps]);
    await source.query(indexdef);
    // Autovacuum would do this on a server after a while; the embedded database has none.
    if (databaseUrl !== undefined) await source.query('VACUUM ANALYZE mcp, mcp_version');
  });

async function startFilled({ scratch, dist, databaseUrl, mcps }) {
  const folder = join(scratch.folder, String(mcps));
  await fill({ dist, folder, databaseUrl, mcps });
  const settings = { RATE_LIMIT_ANONYMOUS: '1000000' };
  const { server } = await startProduct({ dist, folder, databaseUrl, settings });
  scratch.defer(() => server.stop());
  return server;
}

/** Searches that match one server each: the same ones at every size. */
const search = (server) => ({
  server,
  next: (index) => {
    const hash = createHash('md5').update(String((index % FEW) + 1));
    return { path: `${MCPS}?q=${hash.digest('hex').slice(4, 16)}` };
  },
});
const page = (server, offset) => ({
  server,
  next: () => ({ path: `${MCPS}?limit=${PAGE}&offset=${offset}` }),
});

const against = (name, engine, [measured, costs], [peer, peerCosts], bar) =>
  row({
    name: `${name}, ${engine}`,
    measured: title(measured, medianCost(costs)),
    against: title(peer, medianCost(peerCosts)),
    value: medianSpeed(peerCosts, costs),
    bar,
  });

const on = (engine, options, [fewUrl, manyUrl]) =>
  withScratch(async (scratch) => {
    const { dist } = options;
    const few = await startFilled({ scratch, dist, databaseUrl: fewUrl, mcps: FEW });
    const many = await startFilled({ scratch, dist, databaseUrl: manyUrl, mcps: MANY });
    const costs = await measureInTurns(
      {
        few: search(few),
        many: search(many),
        first: page(many, 0),
        middle: page(many, MANY / 2),
        last: page(many, MANY - PAGE),
      },
      { ...options, warmUpSeconds: WARM_UP_SECONDS },
    );
    const [fewer, more] = [`among ${whole(FEW)}`, `among ${whole(MANY)}`];
    const first = ['first page', costs.first];
    return [
      against('search of the catalog', engine, [more, costs.many], [fewer, costs.few], SEARCH_BAR),
      against('end of the catalog', engine, ['last page', costs.last], first, LAST_PAGE_BAR),
      against('middle of the catalog', engine, ['page in the middle', costs.middle], first, LAST_PAGE_BAR),
    ];
  });

/** @param {import('../run.mjs').Options} options */
export const run = async (options) => ({
  rows: await onEachEngine(options, 2, (engine, urls) => on(engine, options, urls)),
});
