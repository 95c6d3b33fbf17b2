import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { mib, row } from './report.mjs';
import { timed } from './server-process.mjs';

const MIB = 1024 * 1024;
const PARALLEL = 10;
const SETTLE_MS = 2_000;

/** The size of a large body in bytes. */
export const LARGE = 100 * MIB;

/** The chunks of a unique body of `LARGE` bytes: one random chunk, repeated. */
function* pieces(seed) {
  const piece = Buffer.concat([seed, PIECE]).subarray(0, PIECE.length);
  for (let sent = 0; sent < LARGE; sent += piece.length) yield piece;
}
const PIECE = randomBytes(256 * 1024);

/** @returns {LargeBody} */
function aBody() {
  const seed = randomBytes(32);
  const hash = createHash('sha256');
  for (const piece of pieces(seed)) hash.update(piece);
  return { digest: `sha256:${hash.digest('hex')}`, stream: () => Readable.from(pieces(seed)) };
}

/**
 * @typedef {object} LargeBody
 * @property {string} digest
 * @property {() => Readable} stream
 */

/**
 * Measures the increase of a server's resident memory while it receives ten bodies of 100 MiB in parallel. Another ten are sent
 * before, so that only further growth counts.
 * @param {import('./server-process.mjs').ServerProcess} server
 * @param {{name: string, bar: number, take: (body: LargeBody) => Promise<unknown>, prepare?: (body: LargeBody) =>
 * Promise<unknown>}} options `take` is measured, for ten bodies in parallel; `prepare` is not, and runs for one after the other.
 * `bar` is in MiB.
 */
export async function memoryOfLargeUploads(server, { name, bar, take, prepare = () => undefined }) {
  const rounds = Array.from({ length: 2 }, () => Array.from({ length: PARALLEL }, aBody));
  // The server may have closed idle connections while the bodies were hashed; the client needs a moment to notice.
  await wait(SETTLE_MS);
  for (const body of rounds.flat()) await prepare(body);
  const cold = server.residentBytes();
  await Promise.all(rounds[0].map(take));
  await wait(SETTLE_MS);
  const before = server.residentBytes();
  const { result, peak } = await server.peakResidentBytes(() =>
    timed(() => Promise.all(rounds[1].map(take))),
  );
  const speed = (PARALLEL * LARGE) / MIB / result.seconds;
  return row({
    name: `${PARALLEL} parallel ${name}`,
    measured: `highest resident memory ${mib(peak)}, ${Math.round(speed)} MiB/s`,
    against: `right before, with ten others done: ${mib(before)} (before those: ${mib(cold)})`,
    value: (peak - before) / MIB,
    bar,
    unit: ' MiB',
  });
}
