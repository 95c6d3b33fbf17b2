import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { median } from '../lib/compare.mjs';
import { keepBusy } from '../lib/load.mjs';
import { startProduct } from '../lib/product.mjs';
import { mib, row, whole } from '../lib/report.mjs';
import { withScratch } from '../lib/scratch.mjs';
import { timed } from '../lib/server-process.mjs';
import { soakMix } from '../lib/soak-mix.mjs';

const COLLECT = fileURLToPath(new URL('../servers/collect-on-signal.mjs', import.meta.url));
const STEPS = 10;
const BAR = 1.05;
const SAMPLE_EVERY_MS = 100;
const IDLE_SAMPLES = 21;

export const about = 'resident memory after many mixed requests, against that after the first of them';
export const onlyWhenNamed = true;

/** The median of the resident memory in bytes while `work` runs. */
async function medianResidentBytes(server, work) {
  const samples = [server.residentBytes()];
  const timer = setInterval(() => samples.push(server.residentBytes()), SAMPLE_EVERY_MS);
  try {
    await work();
    return median(samples);
  } finally {
    clearInterval(timer);
  }
}

/** The resident memory in bytes at rest, after a full garbage collection. */
function collectedResidentBytes(server) {
  server.child.kill('SIGUSR2');
  return medianResidentBytes(server, () => wait(IDLE_SAMPLES * SAMPLE_EVERY_MS));
}

const comparison = (requests, when, before, after) =>
  row({
    name: `soak of ${whole(requests)} mixed requests`,
    measured: `resident memory ${when}: ${mib(after)}`,
    against: `in the second tenth: ${mib(before)}`,
    value: after / before,
    bar: BAR,
  });

/** @param {import('../run.mjs').Options} options */
export const run = ({ dist, requests }) =>
  withScratch(async (scratch) => {
    const folder = join(scratch.folder, 'product');
    const nodeArgs = ['--expose-gc', '--import', COLLECT];
    const started = await startProduct({ dist, folder, nodeArgs });
    const { server } = started;
    scratch.defer(() => server.stop());
    const { work, requestsPerHundred } = await soakMix(started);
    const pieces = Math.ceil(((requests / requestsPerHundred) * 100) / STEPS);
    const perStep = (pieces * requestsPerHundred) / 100;
    const under = [];
    const collected = [];
    for (let step = 0; step < STEPS; step += 1) {
      const load = () =>
        keepBusy((turn) => work({ ...turn, index: step * pieces + turn.index }), { requests: pieces });
      const { result, seconds } = await timed(() => medianResidentBytes(server, load));
      under.push(result);
      console.error(
        `  ${whole(perStep * (step + 1))} requests, ${whole(perStep / seconds)}/s, ${mib(result)}`,
      );
      // Only at the start and the end: a collection disturbs the measurement under load.
      if (step === 1 || step === STEPS - 1) collected.push(await collectedResidentBytes(server));
    }
    return {
      rows: [
        comparison(requests, 'under load', under[1], under.at(-1)),
        comparison(requests, 'without garbage', collected[0], collected[1]),
      ],
    };
  });
