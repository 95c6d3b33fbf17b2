import { Redis, type RedisOptions } from 'ioredis';

/** What a connection is for. */
export type RedisUse = 'jobs' | 'requests';

const MAX_RETRY_MS = 5_000;

const OPTIONS: Readonly<Record<RedisUse, RedisOptions>> = {
  // BullMQ's workers ask for it: a command waits for Redis as long as it takes.
  jobs: { maxRetriesPerRequest: null },
  // What a request asks is of no use later: it is neither kept until Redis is there, nor sent again.
  requests: {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    // Bounds what the connection itself asks at its beginning.
    commandTimeout: 2_000,
    disconnectTimeout: 100,
  },
};

/**
 * Connects to Redis and keeps at it for as long as the process runs.
 * @param url `redis://` or, for TLS, `rediss://`
 */
export const connectRedis = (url: string, use: RedisUse): Redis =>
  new Redis(url, {
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RETRY_MS),
    ...OPTIONS[use],
  });
