import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { mib, row } from './report.mjs';
import { timed } from './server-process.mjs';

const MIB = 1024 * 1024;
const PARALLEL = 10;
const SETTLE_MS = 2_000;

/** Size in bytes of every large body. */
export const LARGE = 100 * MIB;

/** Pieces of a body of `LARGE` bytes that no other body shares: random once, then the same piece over and over. */
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
 * How far the resident memory of a server rises while ten bodies of 100 MiB go through it at the same time. Another ten
 * have gone before, so that only what they need beyond it counts.
 *
 * @param {import('./server-process.mjs').ServerProcess} server
 * @param {{name: string, bar: number, take: (body: LargeBody) => Promise<unknown>,
 *   prepare?: (body: LargeBody) => Promise<unknown>}} options `take` is measured, for ten bodies at once; `prepare` is
 *   not, and for one after the other. `bar` is in MiB.
 */
export async function memoryOfLargeUploads(server, { name, bar, take, prepare = () => undefined }) {
  const rounds = Array.from({ length: 2 }, () => Array.from({ length: PARALLEL }, aBody));
  // The server may have closed idle connections while the bodies were hashed; this is when the client hears of it.
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
