import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compare } from '../lib/compare.mjs';
import { onEachEngine } from '../lib/engines.mjs';
import { makeToken, publishVersion, startProduct } from '../lib/product.mjs';
import { withScratch } from '../lib/scratch.mjs';
import { ServerProcess } from '../lib/server-process.mjs';
import { startVerdaccio, verdaccioPublisher } from '../lib/verdaccio.mjs';
import { kib, row, title } from '../lib/report.mjs';

const FLOOR = fileURLToPath(new URL('../servers/select.mjs', import.meta.url));
const VERSIONS = Array.from({ length: 50 }, (_, minor) => `1.${minor}.0`);
const VERDACCIO_BAR = 0.35;
const FLOOR_BAR = 4;
// The product is large: the JIT needs some ten thousand requests to compile its hot code.
const WARM_UP_SECONDS = 15;

export const about = 'resolve with an API token, against a Verdaccio packument and against one bare select';
export const needsPeers = true;

const versionOf = (index) => VERSIONS[index % VERSIONS.length];

async function product(options, scratch) {
  const started = await startProduct(options);
  scratch.defer(() => started.server.stop());
  for (const version of VERSIONS) {
    await publishVersion(started, { org: 'acme', name: 'files', version, bundle: randomBytes(1024) });
  }
  const headers = await makeToken(started);
  const next = (index) => ({ path: `/v1/org/acme/mcps/files/resolve?ref=${versionOf(index)}`, headers });
  return { server: started.server, next };
}

async function verdaccio(folder, scratch) {
  const started = await startVerdaccio({ folder });
  scratch.defer(() => started.server.stop());
  const publish = await verdaccioPublisher(started);
  const tarball = randomBytes(1024);
  let path;
  for (const version of VERSIONS) path = await publish({ version, tarball });
  return { server: started.server, next: () => ({ path }) };
}

async function floor(env, scratch) {
  const server = await ServerProcess.start({
    name: 'one select',
    args: [FLOOR],
    env,
    ready: /listens on (\S+)/,
  });
  scratch.defer(() => server.stop());
  return { server, next: (index) => ({ path: `/${versionOf(index)}` }) };
}

const against = (name, engine, peerName, own, peer, bar) =>
  row({
    name: `${name}, ${engine}`,
    measured: title('mcp-hub', own),
    against: title(peerName, peer),
    value: own.cpuSeconds / peer.cpuSeconds,
    bar,
  });

async function onEmbedded(options, scratch) {
  const floorFolder = join(scratch.folder, 'floor');
  await mkdir(floorFolder);
  const costs = await compare(
    {
      product: await product({ dist: options.dist, folder: join(scratch.folder, 'product') }, scratch),
      peer: await verdaccio(join(scratch.folder, 'verdaccio'), scratch),
      floor: await floor({ FOLDER: floorFolder }, scratch),
    },
    { ...options, warmUpSeconds: WARM_UP_SECONDS },
  );
  return [
    against(
      'resolve',
      'embedded database',
      `Verdaccio packument, ${kib(costs.peer.bytes)}`,
      costs.product,
      costs.peer,
      VERDACCIO_BAR,
    ),
    against('resolve', 'embedded database', 'one select', costs.product, costs.floor, FLOOR_BAR),
  ];
}

async function onPostgres(options, scratch, [productUrl, floorUrl]) {
  const costs = await compare(
    {
      product: await product(
        { dist: options.dist, folder: join(scratch.folder, 'product'), databaseUrl: productUrl },
        scratch,
      ),
      floor: await floor({ DATABASE_URL: floorUrl }, scratch),
    },
    { ...options, warmUpSeconds: WARM_UP_SECONDS },
  );
  return [against('resolve', 'PostgreSQL server', 'one select', costs.product, costs.floor, FLOOR_BAR)];
}

/** @param {import('../run.mjs').Options} options */
export const run = async (options) => ({
  rows: await onEachEngine(options, 2, (_, urls) =>
    withScratch((scratch) =>
      urls.length === 0 ? onEmbedded(options, scratch) : onPostgres(options, scratch, urls),
    ),
  ),
});
