import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { measureInTurns, medianCost, medianSpeed } from '../lib/compare.mjs';
import { onEachEngine } from '../lib/engines.mjs';
import { publishVersion, startProduct } from '../lib/product.mjs';
import { row, title } from '../lib/report.mjs';
import { withScratch } from '../lib/scratch.mjs';
import { startVerdaccio, verdaccioPublisher } from '../lib/verdaccio.mjs';

// What `npm pack` makes of @modelcontextprotocol/server-filesystem, as in the README.
const SIZE = 18_746;
// On average 50, as many as the package has that resolve reads.
const VERSIONS = 100;
const BAR = 3;
const WARM_UP_SECONDS = 10;

export const about = 'publish, upload and status of a small bundle, against a publish to Verdaccio';
export const needsPeers = true;

/**
 * Work that publishes one version after the other: a hundred of a package, then those of the next. No two are in the
 * same package at the same time, and no two have the same bytes.
 *
 * @param {(version: {name: string, version: string, bundle: Buffer}) => Promise<unknown>} publish
 */
function publications(publish) {
  const bytes = randomBytes(SIZE);
  const counts = new Map();
  return ({ lane }) => {
    const count = counts.get(lane) ?? 0;
    counts.set(lane, count + 1);
    const name = `files-${lane}-${Math.floor(count / VERSIONS)}`;
    const version = `1.${count % VERSIONS}.0`;
    return publish({
      name,
      version,
      bundle: Buffer.concat([Buffer.from(`${name}@${version}`), bytes], SIZE),
    });
  };
}

async function product(options, scratch, databaseUrl) {
  const folder = join(scratch.folder, 'product');
  const started = await startProduct({ dist: options.dist, folder, databaseUrl });
  scratch.defer(() => started.server.stop());
  const work = publications((version) => publishVersion(started, { org: 'acme', ...version }));
  return { server: started.server, work };
}

async function verdaccio(scratch) {
  const started = await startVerdaccio({ folder: join(scratch.folder, 'verdaccio') });
  scratch.defer(() => started.server.stop());
  const publish = await verdaccioPublisher(started);
  const work = publications(({ name, version, bundle }) => publish({ name, version, tarball: bundle }));
  return { server: started.server, work };
}

const on = (engine, options, databaseUrl) =>
  withScratch(async (scratch) => {
    const costs = await measureInTurns(
      { product: await product(options, scratch, databaseUrl), peer: await verdaccio(scratch) },
      { ...options, warmUpSeconds: WARM_UP_SECONDS },
    );
    return row({
      name: `publication of 18 KiB, ${engine}`,
      measured: title('mcp-hub', medianCost(costs.product)),
      against: title('Verdaccio', medianCost(costs.peer)),
      value: medianSpeed(costs.product, costs.peer),
      bar: BAR,
      atLeast: true,
    });
  });

/** @param {import('../run.mjs').Options} options */
export const run = async (options) => ({
  rows: await onEachEngine(options, 1, (engine, [url]) => on(engine, options, url)),
});
