import { setTimeout as wait } from 'node:timers/promises';
import { median } from './compare.mjs';
import { send } from './load.mjs';
import { timed } from './server-process.mjs';

// Time between two requests of the one who watches the API.
const PAUSE_MS = 10;

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

/** The 99th percentile of requests that follow each other while `work` runs, in seconds, and how many they were. */
export async function watched(hub, work) {
  let isDone = false;
  const watching = watch(hub, () => isDone);
  try {
    await work();
  } finally {
    isDone = true;
  }
  return watching;
}

/** Fields of a row about the API while work was done, in parts that alternate with idle ones. */
export function againstIdle(busy, idle) {
  const p99 = (all) => milliseconds(median(all.map((each) => each.p99)));
  const requests = (all) => all.reduce((sum, each) => sum + each.requests, 0);
  return {
    measured: `99th percentile of ${requests(busy)}: ${p99(busy)}`,
    against: `idle, of ${requests(idle)}: ${p99(idle)}`,
    value: median(busy.map((each, part) => each.p99 / idle[part].p99)),
  };
}
