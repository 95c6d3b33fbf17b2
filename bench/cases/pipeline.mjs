import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { sources } from '../../packages/analyzer/bench/analyzer.mjs';
import { median } from '../lib/compare.mjs';
import { startHub } from '../lib/hub.mjs';
import { send } from '../lib/load.mjs';
import { startObjectStore } from '../lib/object-store.mjs';
import { packSources } from '../lib/packed-sources.mjs';
import { withPostgresDatabases } from '../lib/postgres.mjs';
import { startWorker } from '../lib/product.mjs';
import { upload, verdicts } from '../lib/pushes.mjs';
import { row } from '../lib/report.mjs';
import { withScratch } from '../lib/scratch.mjs';
import { timed } from '../lib/server-process.mjs';

export const about = 'pushes until their verdicts: the API meanwhile, workers, and the analyzer alone';

const PUSHES = 100;
// They alternate with an idle server, because other load on the machine changes.
const PARTS = 5;
const FILES_OF_PUSH = 20;
const FILES_OF_LARGE = 200;
const IDLE_SECONDS = 10;
const WARM_UP_SECONDS = 10;
// Time between two requests of the one who watches the API.
const PAUSE_MS = 10;
// Pushes of a round with one worker, and with two.
const PUSHES_A_ROUND = 20;

const BAR_P99 = 3;
const BAR_WORKERS = 1.7;
const BAR_VERDICT = 1.5;

const milliseconds = (seconds) => `${(seconds * 1000).toFixed(1)} ms`;
const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

/** Sends requests one after the other until that `isDone`; returns the 99th percentile of their seconds. */
async function watch({ server, orgId, token }, isDone) {
  const paths = [`/api/v1/orgs/${orgId}/roles`, '/api/v1/mcps?limit=20', '/v1/catalog'];
  const times = [];
  for (let n = 0; !isDone(); n += 1) {
    const call = { path: paths[n % paths.length], headers: token };
    const { result, seconds } = await timed(() => send(server.origin, call, { keepBody: false }));
    if (result.status >= 500) throw new Error(`${call.path} answered ${result.status}`);
    times.push(seconds);
    await wait(PAUSE_MS);
  }
  return {
    p99: percentile(
      times.sort((one, other) => one - other),
      0.99,
    ),
    requests: times.length,
  };
}

/** The same while `work` runs. */
async function watched(hub, work) {
  let isDone = false;
  const watching = watch(hub, () => isDone);
  try {
    await work();
  } finally {
    isDone = true;
  }
  return watching;
}

/** Uploads packages, finalizes all, and returns the seconds from then until the last verdict. */
async function drain(hub, count, files) {
  const round = randomBytes(4).toString('hex');
  const names = [];
  const finalizations = [];
  for (let n = 0; n < count; n += 1) {
    const name = `acme/${round}-${n}`;
    names.push(name);
    finalizations.push(await upload(hub, { name, version: '1.0.0', bundle: await packSources(files, name) }));
  }
  const { seconds } = await timed(async () => {
    for (const finalize of finalizations) await finalize();
    await verdicts(hub, names);
  });
  return seconds;
}

/** A server without workers, and the function that starts one. */
async function startInstallation(options, databaseUrl, { folder, defer }) {
  const store = await startObjectStore(join(folder, 'store'));
  defer(() => store.server.stop());
  const settings = {
    ...store.settings,
    STORAGE_PRESIGN_ENABLED: 'false',
    REDIS_URL: options.redis,
    REDIS_PREFIX: `bench-${randomBytes(6).toString('hex')}`,
  };
  const { dist } = options;
  const api = { ...settings, PROCESS_ROLE: 'api' };
  const hub = await startHub({ dist, folder: join(folder, 'api'), databaseUrl, settings: api });
  defer(() => hub.stop());
  const work = async (name) => {
    const worker = await startWorker({ dist, folder: join(folder, name), databaseUrl, settings });
    defer(() => worker.stop());
    return worker;
  };
  return { hub, work };
}

async function besideApi(hub, files) {
  await watched(hub, () => wait(WARM_UP_SECONDS * 1000));
  const [idle, busy] = [[], []];
  for (let part = 0; part < PARTS; part += 1) {
    idle.push(await watched(hub, () => wait(IDLE_SECONDS * 1000)));
    busy.push(await watched(hub, () => drain(hub, PUSHES / PARTS, files)));
  }
  const p99 = (all) => milliseconds(median(all.map((each) => each.p99)));
  const requests = (all) => all.reduce((sum, each) => sum + each.requests, 0);
  return row({
    name: `the API while ${PUSHES} pushes are analyzed by a worker`,
    measured: `99th percentile of ${requests(busy)}: ${p99(busy)}`,
    against: `idle, of ${requests(idle)}: ${p99(idle)}`,
    value: median(busy.map((each, part) => each.p99 / idle[part].p99)),
    bar: BAR_P99,
  });
}

async function twoWorkers({ hub, work }, files, rounds) {
  const [one, two] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    one.push(PUSHES_A_ROUND / (await drain(hub, PUSHES_A_ROUND, files)));
    const second = await work(`second-${round}`);
    two.push(PUSHES_A_ROUND / (await drain(hub, PUSHES_A_ROUND, files)));
    await second.stop();
  }
  return row({
    name: 'pushes analyzed by two workers',
    measured: `two: ${median(two).toFixed(2)}/s`,
    against: `one: ${median(one).toFixed(2)}/s`,
    value: median(two.map((rate, round) => rate / one[round])),
    bar: BAR_WORKERS,
    atLeast: true,
  });
}

/** The seconds of the analyzer alone, started as the product starts it. */
async function analyzerAlone(dist, folder, bundle) {
  const { DEFAULT_LIMITS, runIsolated } = await import(
    pathToFileURL(join(dist, '../packages/analyzer/dist/isolation/run-isolated.js')).href
  );
  const priority = constants.priority.PRIORITY_BELOW_NORMAL;
  const path = join(folder, 'large.tgz');
  await writeFile(path, bundle);
  const { result, seconds } = await timed(() =>
    runIsolated({ source: { kind: 'archive', path } }, DEFAULT_LIMITS, {}, { priority }),
  );
  if (result.kind !== 'done') throw new Error(`the analyzer says ${result.kind}`);
  return seconds;
}

async function untilVerdict(hub, engine, { dist, rounds }, folder) {
  await mkdir(folder, { recursive: true });
  const files = sources(10_000).slice(0, FILES_OF_LARGE);
  const [whole, alone] = [[], []];
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const name = `acme/large-${round}`;
    const bundle = await packSources(files, name);
    const finalize = await upload(hub, { name, version: '1.0.0', bundle });
    const { seconds } = await timed(async () => {
      await finalize();
      await verdicts(hub, [name]);
    });
    whole.push(seconds);
    alone.push(await analyzerAlone(dist, folder, bundle));
  }
  const [pushed, analyzed] = [whole.slice(1), alone.slice(1)];
  return row({
    name: `from finalize to the verdict on ${FILES_OF_LARGE} files, ${engine}`,
    measured: `mcp-hub: ${median(pushed).toFixed(2)} s`,
    against: `analyzer alone: ${median(analyzed).toFixed(2)} s`,
    value: median(pushed.map((seconds, round) => seconds / analyzed[round])),
    bar: BAR_VERDICT,
  });
}

const embedded = (options) =>
  withScratch(async ({ folder, defer }) => {
    const hub = await startHub({ dist: options.dist, folder: join(folder, 'product') });
    defer(() => hub.stop());
    return untilVerdict(hub, 'embedded database', options, join(folder, 'large'));
  });

const served = (options, databaseUrl) =>
  withScratch(async (scratch) => {
    const { hub, work } = await startInstallation(options, databaseUrl, scratch);
    await work('first');
    const small = sources(10_000).slice(0, FILES_OF_PUSH);
    return [
      await untilVerdict(hub, 'a worker on PostgreSQL and S3', options, join(scratch.folder, 'large')),
      await besideApi(hub, small),
      await twoWorkers({ hub, work }, small, options.rounds),
    ];
  });

/** @param {import('../run.mjs').Options} options */
export async function run(options) {
  const rows = [await embedded(options)];
  const others = await withPostgresDatabases(options.postgres, 1, ([url]) => served(options, url));
  return { rows: [...rows, ...(others ?? [])] };
}
