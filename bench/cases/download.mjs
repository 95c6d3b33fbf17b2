import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compare } from '../lib/compare.mjs';
import { onEachEngine } from '../lib/engines.mjs';
import { makeToken, publishVersion, startProduct } from '../lib/product.mjs';
import { perMib, row } from '../lib/report.mjs';
import { withScratch } from '../lib/scratch.mjs';
import { ServerProcess } from '../lib/server-process.mjs';

const FLOOR = fileURLToPath(new URL('../servers/file.mjs', import.meta.url));
const MIB = 1024 * 1024;
const SIZE = 10 * MIB;
const BAR = 1.25;
const WARM_UP_SECONDS = 4;

export const about = 'download of a 10 MiB bundle with an API token, against a bare stream of a file';

async function product(options, scratch, bundle, databaseUrl) {
  const folder = join(scratch.folder, 'product');
  const started = await startProduct({ dist: options.dist, folder, databaseUrl });
  scratch.defer(() => started.server.stop());
  const path = await publishVersion(started, { org: 'acme', name: 'files', version: '1.0.0', bundle });
  const headers = await makeToken(started);
  return { server: started.server, next: () => ({ path, headers }), bytes: SIZE };
}

async function floor(scratch, bundle) {
  const file = join(scratch.folder, 'bundle');
  await writeFile(file, bundle);
  const server = await ServerProcess.start({
    name: 'bare stream',
    args: [FLOOR],
    env: { FILE: file },
    ready: /listens on (\S+)/,
  });
  scratch.defer(() => server.stop());
  return { server, next: () => ({ path: '/' }), bytes: SIZE };
}

const on = (engine, options, databaseUrl) =>
  withScratch(async (scratch) => {
    const bundle = randomBytes(SIZE);
    const costs = await compare(
      { product: await product(options, scratch, bundle, databaseUrl), floor: await floor(scratch, bundle) },
      { ...options, warmUpSeconds: WARM_UP_SECONDS },
    );
    return row({
      name: `download of 10 MiB, ${engine}`,
      measured: perMib('mcp-hub', costs.product),
      against: perMib('bare stream', costs.floor),
      value: costs.product.cpuSeconds / costs.floor.cpuSeconds,
      bar: BAR,
    });
  });

/** @param {import('../run.mjs').Options} options */
export const run = async (options) => ({
  rows: await onEachEngine(options, 1, (engine, [url]) => on(engine, options, url)),
});
