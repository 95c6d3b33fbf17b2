import type { ConfigReader } from './config-reader.js';
import { DATABASE_KEYS } from './database.js';
import { OPERATION_KEYS } from './operation.js';
import { REDIS_KEYS } from './redis.js';
import { STORAGE_KEYS } from './storage.js';

/** Processes that split the work share a database, a Redis and an object store. */
export function checkProcessRole(reader: ConfigReader): void {
  const role = reader.of(OPERATION_KEYS).read('process_role');
  if (role === 'all') return;
  const database = reader.of(DATABASE_KEYS);
  if (database.read('database_url') === undefined) {
    database.fault('database_url', `be set with process_role ${role}: the embedded database has one process`);
  }
  const redis = reader.of(REDIS_KEYS);
  if (redis.read('redis_url') === undefined) {
    redis.fault('redis_url', `be set with process_role ${role}: it passes the work to the workers`);
  }
  const storage = reader.of(STORAGE_KEYS);
  if (role === 'worker' && storage.read('storage.type') === 'filesystem') {
    storage.fault(
      'storage.type',
      'be s3 with process_role worker: a worker reads what other machines have stored',
    );
  }
}
