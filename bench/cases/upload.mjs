import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { sendBytes } from '../lib/load.mjs';
import { publishVersion, startProduct } from '../lib/product.mjs';
import { mib, row } from '../lib/report.mjs';
import { withScratch } from '../lib/scratch.mjs';
import { timed } from '../lib/server-process.mjs';

const MIB = 1024 * 1024;
const SIZE = 100 * MIB;
const PARALLEL = 10;
const BAR_MIB = 32;
const SETTLE_MS = 2_000;

export const about = 'resident memory during ten parallel uploads of 100 MiB';

/** Pieces of a body of `SIZE` bytes that no other body shares: random once, then the same piece over and over. */
function* pieces(seed) {
  const piece = Buffer.concat([seed, PIECE]).subarray(0, PIECE.length);
  for (let sent = 0; sent < SIZE; sent += piece.length) yield piece;
}
const PIECE = randomBytes(256 * 1024);

function aBody() {
  const seed = randomBytes(32);
  const hash = createHash('sha256');
  for (const piece of pieces(seed)) hash.update(piece);
  return { digest: `sha256:${hash.digest('hex')}`, stream: () => Readable.from(pieces(seed)) };
}

const uploadTogether = ({ server, admin }, bodies) =>
  Promise.all(
    bodies.map(({ digest, stream }) =>
      sendBytes(server.origin, {
        method: 'PUT',
        path: `/v1/org/acme/artifacts/${digest}/bundle`,
        headers: admin,
        bytes: stream(),
        length: SIZE,
      }),
    ),
  );

/** @param {import('../run.mjs').Options} options */
export const run = (options) =>
  withScratch(async (scratch) => {
    const started = await startProduct({ dist: options.dist, folder: join(scratch.folder, 'product') });
    const { server } = started;
    scratch.defer(() => server.stop());
    // The organization begins with its first package.
    await publishVersion(started, {
      org: 'acme',
      name: 'files',
      version: '1.0.0',
      bundle: randomBytes(1024),
    });
    const rounds = Array.from({ length: 2 }, () => Array.from({ length: PARALLEL }, aBody));
    const cold = server.residentBytes();
    await uploadTogether(started, rounds[0]);
    await wait(SETTLE_MS);
    const before = server.residentBytes();
    const { result, peak } = await server.peakResidentBytes(() =>
      timed(() => uploadTogether(started, rounds[1])),
    );
    const speed = (PARALLEL * SIZE) / MIB / result.seconds;
    return {
      rows: [
        row({
          name: `${PARALLEL} parallel uploads of 100 MiB`,
          measured: `highest resident memory ${mib(peak)}, ${Math.round(speed)} MiB/s`,
          against: `before: ${mib(before)} (before any upload: ${mib(cold)})`,
          value: (peak - before) / MIB,
          bar: BAR_MIB,
          unit: ' MiB',
        }),
      ],
    };
  });
