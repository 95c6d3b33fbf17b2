import { join } from 'node:path';
import { measureInTurns, medianCost, medianSpeed } from '../lib/compare.mjs';
import { onEachEngine } from '../lib/engines.mjs';
import { digestOf, publishRequest, startProduct } from '../lib/product.mjs';
import { row, title } from '../lib/report.mjs';
import { withScratch } from '../lib/scratch.mjs';

const PARALLEL = 50;
const SIZE = 1024;
const BAR = 0.5;
const WARM_UP_SECONDS = 6;

export const about = `${PARALLEL} parallel publishes into one package, against as many packages`;

/** Publishes new versions, each with a distinct bundle, into `packages` packages in rotation. */
function target({ server, admin }, packages) {
  let published = 0;
  const next = () => {
    const name = `${packages}-${published % packages}`;
    const version = `1.${published++}.0`;
    const digest = digestOf(Buffer.from(`${name}@${version}`));
    const { base, json } = publishRequest({ org: 'acme', name, version, digest, size: SIZE });
    const headers = { ...admin, 'Content-Type': 'application/json' };
    return { method: 'POST', path: `${base}/publish`, headers, body: JSON.stringify(json) };
  };
  return { server, next };
}

const on = (engine, options, databaseUrl) =>
  withScratch(async (scratch) => {
    const folder = join(scratch.folder, 'product');
    const started = await startProduct({ dist: options.dist, folder, databaseUrl });
    scratch.defer(() => started.server.stop());
    const costs = await measureInTurns(
      { one: target(started, 1), many: target(started, PARALLEL) },
      { ...options, warmUpSeconds: WARM_UP_SECONDS, concurrency: PARALLEL },
    );
    return row({
      name: `${PARALLEL} parallel publishes, ${engine}`,
      measured: title('into one package', medianCost(costs.one)),
      against: title(`into ${PARALLEL} packages`, medianCost(costs.many)),
      value: medianSpeed(costs.one, costs.many),
      bar: BAR,
      atLeast: true,
    });
  });

/** @param {import('../run.mjs').Options} options */
export const run = async (options) => ({
  rows: await onEachEngine(options, 1, (engine, [url]) => on(engine, options, url)),
});
