import { load } from './load.mjs';
import { timed } from './server-process.mjs';

const WARM_UP_REQUESTS = 20_000;

/** The middle of some numbers. */
export const median = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/**
 * @typedef {object} Target
 * @property {import('./server-process.mjs').ServerProcess} server
 * @property {(index: number) => import('./load.mjs').Call} next
 * @property {number} [bytes] Size of every answer.
 */

/**
 * @typedef {object} Cost
 * @property {number} cpuSeconds CPU time of the server per request.
 * @property {number} perSecond Requests per second.
 * @property {number} bytes Size of an answer.
 */

/** @param {Target} target @returns {Promise<Cost>} */
async function measure({ server, next, bytes }, { seconds, concurrency }) {
  const before = server.cpuSeconds();
  const { result, seconds: took } = await timed(() =>
    load(server.origin, next, { seconds, concurrency, bytes }),
  );
  return {
    cpuSeconds: (server.cpuSeconds() - before) / result.requests,
    perSecond: result.requests / took,
    bytes: result.bytes / result.requests,
  };
}

/**
 * Measures several servers under the same load, in turns, so that whatever else happens on the machine happens to all
 * of them. Before that each is warmed up, until its code is compiled. Answers the medians.
 *
 * @template {Record<string, Target>} T
 * @param {T} targets
 * @param {{seconds: number, rounds: number, warmUpSeconds: number, concurrency?: number}} options `seconds` of load a
 *   turn.
 * @returns {Promise<Record<keyof T, Cost>>}
 */
export async function compare(targets, { seconds, rounds, warmUpSeconds, concurrency = 8 }) {
  const names = Object.keys(targets);
  const costs = Object.fromEntries(names.map((name) => [name, []]));
  for (const name of names) {
    const { server, next } = targets[name];
    await load(server.origin, next, { seconds: warmUpSeconds, requests: WARM_UP_REQUESTS, concurrency });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) costs[name].push(await measure(targets[name], { seconds, concurrency }));
  }
  const medianOf = (name, field) => median(costs[name].map((cost) => cost[field]));
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        cpuSeconds: medianOf(name, 'cpuSeconds'),
        perSecond: medianOf(name, 'perSecond'),
        bytes: medianOf(name, 'bytes'),
      },
    ]),
  );
}
