import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { measureInTurns, medianCost, medianSpeed } from '../lib/compare.mjs';
import { keepBusy } from '../lib/load.mjs';
import { onEachEngine } from '../lib/engines.mjs';
import { publishVersion, startProduct } from '../lib/product.mjs';
import { row, title } from '../lib/report.mjs';
import { withScratch } from '../lib/scratch.mjs';
import { startVerdaccio, verdaccioPublisher } from '../lib/verdaccio.mjs';

// The size of the `npm pack` output of @modelcontextprotocol/server-filesystem, as in the README.
const SIZE = 18_746;
const WARM_UP_SECONDS = 10;
const CONCURRENCY = 4;
const FILL_SECONDS = 300;

/**
 * The number of versions per package. Verdaccio rewrites a package's whole document with each version, so the ratio depends on
 * their number: the bar is that of packages that have been published to for a while; the others are for information.
 */
const SIZES = [
  { name: 'of packages with 50 versions', from: 0, to: 100 },
  { name: 'of packages with 500 versions', from: 500, to: Number.MAX_SAFE_INTEGER, bar: 3 },
];

export const about = 'publish, upload and status of a small bundle, against a publish to Verdaccio';
export const needsPeers = true;

/**
 * A workload that publishes versions: `to` of a package, then those of the next. No package has two publications at the same
 * time, and no two bundles are equal.
 * @param {(version: {name: string, version: string, bundle: Buffer}) => Promise<unknown>} publish
 */
function publications(publish, { to }) {
  const bytes = randomBytes(SIZE);
  const counts = new Map();
  return ({ lane }) => {
    const count = counts.get(lane) ?? 0;
    counts.set(lane, count + 1);
    const name = `files-${lane}-${Math.floor(count / to)}`;
    const version = `1.${count % to}.0`;
    return publish({
      name,
      version,
      bundle: Buffer.concat([Buffer.from(`${name}@${version}`), bytes], SIZE),
    });
  };
}

async function product(options, scratch, databaseUrl, size) {
  const folder = join(scratch.folder, 'product');
  const started = await startProduct({ dist: options.dist, folder, databaseUrl });
  scratch.defer(() => started.server.stop());
  const work = publications((version) => publishVersion(started, { org: 'acme', ...version }), size);
  return { server: started.server, work };
}

async function verdaccio(scratch, size) {
  const started = await startVerdaccio({ folder: join(scratch.folder, 'verdaccio') });
  scratch.defer(() => started.server.stop());
  const publish = await verdaccioPublisher(started);
  const work = publications(({ name, version, bundle }) => publish({ name, version, tarball: bundle }), size);
  return { server: started.server, work };
}

const on = (engine, options, databaseUrl, size) =>
  withScratch(async (scratch) => {
    const targets = {
      product: await product(options, scratch, databaseUrl, size),
      peer: await verdaccio(scratch, size),
    };
    const filled = { requests: CONCURRENCY * size.from, seconds: FILL_SECONDS, concurrency: CONCURRENCY };
    if (size.from > 0) for (const { work } of Object.values(targets)) await keepBusy(work, filled);
    const costs = await measureInTurns(targets, {
      ...options,
      warmUpSeconds: WARM_UP_SECONDS,
      concurrency: CONCURRENCY,
    });
    return row({
      name: `publication ${size.name}, ${engine}`,
      measured: title('mcp-hub', medianCost(costs.product)),
      against: title('Verdaccio', medianCost(costs.peer)),
      value: medianSpeed(costs.product, costs.peer),
      bar: size.bar,
      atLeast: true,
    });
  });

/** @param {import('../run.mjs').Options} options */
export const run = async (options) => ({
  rows: await onEachEngine(options, SIZES.length, async (engine, urls) => {
    const rows = [];
    for (const [index, size] of SIZES.entries()) rows.push(await on(engine, options, urls[index], size));
    return rows;
  }),
});
