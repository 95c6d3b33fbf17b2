import { keepBusy, load } from './load.mjs';
import { timed } from './server-process.mjs';

const WARM_UP_REQUESTS = 20_000;

/** The median of some numbers. */
export const median = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/**
 * @typedef {object} Target The subject of a measurement: single requests from `next`, or units of `work` of one or more requests.
 * @property {import('./server-process.mjs').ServerProcess} server
 * @property {(index: number) => import('./load.mjs').Call} [next]
 * @property {number} [bytes] The size of every response to `next`.
 * @property {Parameters<typeof keepBusy>[0]} [work]
 */

/**
 * @typedef {object} Cost
 * @property {number} cpuSeconds CPU time of the server per request, or per unit of work.
 * @property {number} perSecond Requests or units of work per second.
 * @property {number} bytes The size of a response to `next`.
 */

/** Puts a target under load. @returns {Promise<{requests: number, bytes: number}>} */
const run = async ({ server, next, bytes, work }, limits) =>
  work === undefined
    ? load(server.origin, next, { ...limits, bytes })
    : { requests: await keepBusy(work, limits), bytes: 0 };

/** @param {Target} target @returns {Promise<Cost>} */
async function measure(target, limits) {
  const { server } = target;
  const before = server.cpuSeconds();
  const { result, seconds } = await timed(() => run(target, limits));
  return {
    cpuSeconds: (server.cpuSeconds() - before) / result.requests,
    perSecond: result.requests / seconds,
    bytes: result.bytes / result.requests,
  };
}

/**
 * Measures several targets under the same load, in turn, so that other load on the machine affects all of them. Each is first
 * warmed up until its code is compiled. Returns the costs of every round.
 * @template {Record<string, Target>} T
 * @param {T} targets
 * @param {{seconds: number, rounds: number, warmUpSeconds: number, concurrency?: number}} options `seconds` of load per turn.
 * @returns {Promise<Record<keyof T, Cost[]>>}
 */
export async function measureInTurns(targets, { seconds, rounds, warmUpSeconds, concurrency = 8 }) {
  const names = Object.keys(targets);
  const costs = Object.fromEntries(names.map((name) => [name, []]));
  for (const name of names) {
    await run(targets[name], { seconds: warmUpSeconds, requests: WARM_UP_REQUESTS, concurrency });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) costs[name].push(await measure(targets[name], { seconds, concurrency }));
  }
  return costs;
}

/** The medians of some costs. @param {Cost[]} costs @returns {Cost} */
export const medianCost = (costs) => ({
  cpuSeconds: median(costs.map(({ cpuSeconds }) => cpuSeconds)),
  perSecond: median(costs.map(({ perSecond }) => perSecond)),
  bytes: median(costs.map(({ bytes }) => bytes)),
});

/** The throughput of `costs` relative to `others`: the median over the rounds, each of which saw the same machine. */
export const medianSpeed = (costs, others) =>
  median(costs.map(({ perSecond }, round) => perSecond / others[round].perSecond));

/**
 * Like `measureInTurns`, but returns the medians only.
 * @template {Record<string, Target>} T
 * @param {T} targets
 * @param {Parameters<typeof measureInTurns>[1]} options
 * @returns {Promise<Record<keyof T, Cost>>}
 */
export async function compare(targets, options) {
  const costs = Object.entries(await measureInTurns(targets, options));
  return Object.fromEntries(costs.map(([name, rounds]) => [name, medianCost(rounds)]));
}
