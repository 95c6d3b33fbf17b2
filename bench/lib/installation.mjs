import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { startHub } from './hub.mjs';
import { startObjectStore } from './object-store.mjs';
import { startWorker } from './product.mjs';

/** Removes what the processes of an installation have left in Redis. */
async function removeKeys(url, prefix) {
  const redis = new Redis(url);
  for await (const keys of redis.scanStream({ match: `${prefix}*` })) {
    if (keys.length > 0) await redis.del(keys);
  }
  redis.disconnect();
}

/** A server without workers, and the function that starts one. */
export async function startInstallation(options, databaseUrl, { folder, defer }) {
  const store = await startObjectStore(join(folder, 'store'));
  defer(() => store.server.stop());
  const prefix = `bench-${randomBytes(6).toString('hex')}`;
  defer(() => removeKeys(options.redis, prefix));
  const settings = {
    ...store.settings,
    STORAGE_PRESIGN_ENABLED: 'false',
    REDIS_URL: options.redis,
    REDIS_PREFIX: prefix,
  };
  const { dist } = options;
  const api = { ...settings, PROCESS_ROLE: 'api' };
  const hub = await startHub({ dist, folder: join(folder, 'api'), databaseUrl, settings: api });
  defer(() => hub.stop());
  const work = async (name) => {
    const worker = await startWorker({ dist, folder: join(folder, name), databaseUrl, settings });
    defer(() => worker.stop());
    return worker;
  };
  return { hub, work };
}
