import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { onEachEngine } from '../lib/engines.mjs';
import { memoryOfLargeUploads } from '../lib/large-uploads.mjs';
import { publishVersion, startProduct, uploadLarge } from '../lib/product.mjs';
import { withScratch } from '../lib/scratch.mjs';

// V8 collects garbage for every 64 MiB that a socket receives; ten uploads may hold 3 MiB each.
const BAR_MIB = 96;

export const about = 'resident memory during ten parallel uploads of 100 MiB';

const on = (engine, options, databaseUrl) =>
  withScratch(async (scratch) => {
    const folder = join(scratch.folder, 'product');
    const started = await startProduct({ dist: options.dist, folder, databaseUrl });
    scratch.defer(() => started.server.stop());
    // The first package creates the organization.
    await publishVersion(started, {
      org: 'acme',
      name: 'files',
      version: '1.0.0',
      bundle: randomBytes(1024),
    });
    return memoryOfLargeUploads(started.server, {
      name: `uploads of 100 MiB, ${engine}`,
      bar: BAR_MIB,
      take: uploadLarge(started, 'acme'),
    });
  });

/** @param {import('../run.mjs').Options} options */
export const run = async (options) => ({
  rows: await onEachEngine(options, 1, (engine, [url]) => on(engine, options, url)),
});
