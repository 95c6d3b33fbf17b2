import { Redis } from 'ioredis';
import type { Logger } from '../common/logging/logger.js';

const MAX_RETRY_MS = 5_000;

/**
 * Connects to Redis and keeps at it for as long as the process runs. The log says once that it is away, and once that it
 * is back, without the URL, which may hold a password.
 * @param url `redis://` or, for TLS, `rediss://`
 */
export function connectRedis(url: string, logger: Logger): Redis {
  const redis = new Redis(url, {
    // BullMQ's workers ask for it: a command waits for Redis as long as it takes.
    maxRetriesPerRequest: null,
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RETRY_MS),
  });
  let isAway = false;
  redis.on('error', (error: Error & { code?: string }) => {
    if (!isAway) logger.warn({ code: error.code ?? error.message }, 'Redis is away');
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) logger.info('Redis is back');
    isAway = false;
  });
  return redis;
}
