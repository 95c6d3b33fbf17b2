import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { mib, row } from './report.mjs';
import { timed } from './server-process.mjs';

const MIB = 1024 * 1024;
const PARALLEL = 10;
const SETTLE_MS = 2_000;
const LARGE = 100 * MIB;
const SMALL = 10 * MIB;

/** The chunks of a unique body of `size` bytes: one random chunk, repeated. */
function* pieces(seed, size) {
  const piece = Buffer.concat([seed, PIECE]).subarray(0, PIECE.length);
  for (let sent = 0; sent < size; sent += piece.length) yield piece;
}
const PIECE = randomBytes(256 * 1024);

/** @returns {LargeBody} */
function bodyOf(size) {
  const seed = randomBytes(32);
  const hash = createHash('sha256');
  for (const piece of pieces(seed, size)) hash.update(piece);
  return { digest: `sha256:${hash.digest('hex')}`, size, stream: () => Readable.from(pieces(seed, size)) };
}

/** As many bodies of `size` as are sent in parallel. */
const bodiesOf = (size) => Array.from({ length: PARALLEL }, () => bodyOf(size));

/**
 * @typedef {object} LargeBody
 * @property {string} digest
 * @property {number} size In bytes.
 * @property {() => Readable} stream
 */

/**
 * Compares the highest resident memory of a server while it receives ten bodies of 100 MiB in parallel with that for the same
 * bytes in bodies of 10 MiB: a server that processes bodies in parts needs the same for both.
 * @param {import('./server-process.mjs').ServerProcess} server
 * @param {{name: string, bar: number, take: (body: LargeBody) => Promise<unknown>, prepare?: (body: LargeBody) =>
 * Promise<unknown>}} options `take` is measured, for ten bodies in parallel; `prepare` is not, and runs for one after the other.
 * `bar` is in MiB.
 */
export async function memoryOfLargeUploads(server, { name, bar, take, prepare = () => undefined }) {
  const small = Array.from({ length: LARGE / SMALL }, () => bodiesOf(SMALL));
  const large = [bodiesOf(LARGE)];
  for (const body of [...small, ...large].flat()) await prepare(body);

  async function highest(rounds) {
    // The server may have closed idle connections meanwhile; the client needs a moment to notice.
    await wait(SETTLE_MS);
    return server.peakResidentBytes(() =>
      timed(async () => {
        for (const bodies of rounds) await Promise.all(bodies.map(take));
      }),
    );
  }

  const { peak: before } = await highest(small);
  const { result, peak } = await highest(large);
  const speed = (PARALLEL * LARGE) / MIB / result.seconds;
  return row({
    name: `${PARALLEL} parallel ${name}`,
    measured: `highest resident memory ${mib(peak)}, ${Math.round(speed)} MiB/s`,
    against: `as many bytes in tens of 10 MiB: ${mib(before)}`,
    value: (peak - before) / MIB,
    bar,
    unit: ' MiB',
  });
}
