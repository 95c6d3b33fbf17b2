import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onEachEngine } from '../lib/engines.mjs';
import { keepBusy } from '../lib/load.mjs';
import { startProduct } from '../lib/product.mjs';
import { mib, row, whole } from '../lib/report.mjs';
import { withScratch } from '../lib/scratch.mjs';
import { ServerProcess } from '../lib/server-process.mjs';
import { soakMix } from '../lib/soak-mix.mjs';

const floorAt = (name) => fileURLToPath(new URL(`../servers/${name}.mjs`, import.meta.url));
const EMBEDDED_BAR_MIB = 300;
const SERVED_BAR_MIB = 150;
const REST_MS = 10_000;
const SMALL_LOAD = 2_000;
const MIB = 1024 * 1024;

export const about = 'resident memory at rest, beside that of a bare process';

const atRest = async (server) => {
  await wait(REST_MS);
  return server.residentBytes();
};

/** The resident memory of a minimal server. */
async function floorBytes(name, env, scratch) {
  const server = await ServerProcess.start({ name, args: [floorAt(name)], env, ready: /listens on (\S+)/ });
  scratch.defer(() => server.stop());
  const bytes = await atRest(server);
  await server.stop();
  return bytes;
}

/** PGlite alone, on a database that was initialized before: initialization takes memory, too. */
async function barePglite(scratch) {
  const folder = join(scratch.folder, 'floor');
  await mkdir(folder);
  const env = { FOLDER: folder };
  await floorBytes('pglite', env, scratch);
  return ['bare PGlite, nothing else', await floorBytes('pglite', env, scratch)];
}

const bareNest = async (scratch) => ['a bare Nest handler', await floorBytes('nest', {}, scratch)];

const on = (engine, options, databaseUrl) =>
  withScratch(async (scratch) => {
    const bar = databaseUrl === undefined ? EMBEDDED_BAR_MIB : SERVED_BAR_MIB;
    const [floor, floorSize] = await (databaseUrl === undefined ? barePglite(scratch) : bareNest(scratch));
    // Its first start initializes and migrates the database.
    const folder = join(scratch.folder, 'product');
    const started = await startProduct({ dist: options.dist, folder, databaseUrl });
    scratch.defer(() => started.server.stop());
    const fresh = await atRest(started.server);
    const { work, requestsPerHundred } = await soakMix(started);
    await keepBusy(work, { requests: Math.ceil((SMALL_LOAD / requestsPerHundred) * 100) });
    const used = await atRest(started.server);
    const resident = (when, bytes, ownBar) =>
      row({
        name: `memory at rest ${when}, ${engine}`,
        measured: `mcp-hub: ${mib(bytes)}`,
        against: `${floor}: ${mib(floorSize)}`,
        value: bytes / MIB,
        bar: ownBar,
        unit: ' MiB',
      });
    return [
      resident('after the first start', fresh, bar),
      resident(`after ${whole(SMALL_LOAD)} requests`, used),
    ];
  });

/** @param {import('../run.mjs').Options} options */
export const run = async (options) => ({
  rows: await onEachEngine(options, 1, (engine, [url]) => on(engine, options, url)),
});
