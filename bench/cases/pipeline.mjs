import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { sources } from '../../packages/analyzer/bench/analyzer.mjs';
import { median } from '../lib/compare.mjs';
import { startHub } from '../lib/hub.mjs';
import { startInstallation } from '../lib/installation.mjs';
import { keepBusy } from '../lib/load.mjs';
import { packSources } from '../lib/packed-sources.mjs';
import { withPostgresDatabases } from '../lib/postgres.mjs';
import { upload, verdicts } from '../lib/pushes.mjs';
import { row } from '../lib/report.mjs';
import { withScratch } from '../lib/scratch.mjs';
import { timed } from '../lib/server-process.mjs';
import { againstIdle, watched } from '../lib/watched-api.mjs';

export const about = 'pushes until their verdicts: the API meanwhile, workers, and the analyzer alone';

const PUSHES = 100;
// They alternate with an idle server, because other load on the machine changes.
const PARTS = 5;
const FILES_OF_PUSH = 20;
const FILES_OF_LARGE = 200;
const IDLE_SECONDS = 10;
const WARM_UP_SECONDS = 10;
// Pushes of a round with one worker, and with two.
const PUSHES_A_ROUND = 20;

const BAR_P99 = 3;
// 1.7 times as fast on two free cores, where two analyses at a time are twice as fast.
const BAR_WORKERS = 1.7 / 2;
const BAR_VERDICT = 1.5;

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

async function besideApi(hub, files) {
  await watched(hub, () => wait(WARM_UP_SECONDS * 1000));
  const [idle, busy] = [[], []];
  for (let part = 0; part < PARTS; part += 1) {
    idle.push(await watched(hub, () => wait(IDLE_SECONDS * 1000)));
    busy.push(await watched(hub, () => drain(hub, PUSHES / PARTS, files)));
  }
  return row({
    name: `the API while ${PUSHES} pushes are analyzed by a worker`,
    ...againstIdle(busy, idle),
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
