import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Redis } from 'ioredis';
import { sources } from '../../packages/analyzer/bench/analyzer.mjs';
import { median } from '../lib/compare.mjs';
import { startHub } from '../lib/hub.mjs';
import { keepBusy, send } from '../lib/load.mjs';
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
// 1.7 times as fast on two free cores, where two analyses at a time are twice as fast.
const BAR_WORKERS = 1.7 / 2;
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

/** Removes what the processes of an installation have left in Redis. */
async function removeKeys(url, prefix) {
  const redis = new Redis(url);
  for await (const keys of redis.scanStream({ match: `${prefix}*` })) {
    if (keys.length > 0) await redis.del(keys);
  }
  redis.disconnect();
}

/** A server without workers, and the function that starts one. */
async function startInstallation(options, databaseUrl, { folder, defer }) {
  const store = await startObjectStore(join(folder, 'store'));
  defer(() => store.server.stop());
  const prefix = `bench-${randomBytes(6).toString('hex')}`;
  defer(() => removeKeys(options.redis, prefix));
  const settings = {
    ...store.settings,
    STORAGE_PRESIGN_ENABLED: 'false',
    REDIS_URL: options.redis,
    REDIS_PREFIX: prefix,
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

/** Two workers against one, and beside it what the machine gains from two analyses at a time. */
async function twoWorkers({ hub, work }, files, { dist, rounds }, folder) {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'small.tgz');
  await writeFile(path, await packSources(files, 'alone'));
  const analyze = await analyzer(dist);
  const alone = async (concurrency) => {
    const limits = { requests: PUSHES_A_ROUND, concurrency };
    return (await timed(() => keepBusy(() => analyze(path), limits))).seconds;
  };
  const seconds = { one: 0, two: 0, single: 0, double: 0 };
  for (let round = 0; round < rounds; round += 1) {
    seconds.one += await drain(hub, PUSHES_A_ROUND, files);
    seconds.single += await alone(1);
    seconds.double += await alone(2);
    const second = await work(`second-${round}`);
    seconds.two += await drain(hub, PUSHES_A_ROUND, files);
    await second.stop();
  }
  const rate = (count) => `${((PUSHES_A_ROUND * rounds) / count).toFixed(2)}/s`;
  const factor = seconds.one / seconds.two;
  const gain = seconds.single / seconds.double;
  return [
    row({
      name: 'pushes analyzed by two workers',
      measured: `two: ${rate(seconds.two)}`,
      against: `one: ${rate(seconds.one)}`,
      value: factor,
      atLeast: true,
    }),
    row({
      name: 'the gain from a second worker',
      measured: `${factor.toFixed(2)} times as fast`,
      against: `two analyses at a time, alone: ${gain.toFixed(2)} times as fast`,
      value: factor / gain,
      bar: BAR_WORKERS,
      atLeast: true,
    }),
  ];
}

/** The compiled analyzer. */
const analyzerOf = (dist) => join(dist, '../packages/analyzer/dist');

/** Analyzes an archive as the product does, without anything else. */
async function analyzer(dist) {
  const { DEFAULT_LIMITS, runIsolated } = await import(
    pathToFileURL(join(analyzerOf(dist), 'runner.js')).href
  );
  const priority = constants.priority.PRIORITY_BELOW_NORMAL;
  return async (path) => {
    const job = { source: { kind: 'archive', path } };
    const { kind } = await runIsolated(job, DEFAULT_LIMITS, {}, { priority });
    if (kind !== 'done') throw new Error(`the analyzer says ${kind}`);
  };
}

async function untilVerdict(hub, engine, { dist, rounds }, folder) {
  await mkdir(folder, { recursive: true });
  const files = sources(10_000).slice(0, FILES_OF_LARGE);
  const path = join(folder, 'large.tgz');
  const analyze = await analyzer(dist);
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
    await writeFile(path, bundle);
    alone.push((await timed(() => analyze(path))).seconds);
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
      ...(await twoWorkers({ hub, work }, small, options, join(scratch.folder, 'small'))),
    ];
  });

/** @param {import('../run.mjs').Options} options */
export async function run(options) {
  const rows = [await embedded(options)];
  const others = await withPostgresDatabases(options.postgres, 1, ([url]) => served(options, url));
  return { rows: [...rows, ...(others ?? [])] };
}
