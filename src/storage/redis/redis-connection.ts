import { Redis, type RedisOptions } from 'ioredis';

/** What a connection is for. */
export type RedisUse = 'jobs' | 'requests';

const MAX_RETRY_MS = 5_000;

const OPTIONS: Readonly<Record<RedisUse, RedisOptions>> = {
  // Required by BullMQ's workers: commands wait for Redis indefinitely.
  jobs: { maxRetriesPerRequest: null },
  // Commands of a request are useless later: they are neither queued while Redis is unreachable nor resent.
  requests: {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    // Bounds the commands that the connection itself sends when it opens.
    commandTimeout: 2_000,
    disconnectTimeout: 100,
  },
};

/**
 * Connects to Redis, and reconnects for as long as the process runs.
 * @param url `redis://` or, for TLS, `rediss://`
 */
export const connectRedis = (url: string, use: RedisUse): Redis =>
  new Redis(url, {
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RETRY_MS),
    // After a failover, the connection leads to a replica.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
    ...OPTIONS[use],
  });
