import type { Logger } from '../../common/logging/logger.js';
import type { Metrics } from '../../common/operation/metrics.js';
import type { AppConfig } from '../../config/app-config.js';
import { SharedRedis } from './shared-redis.js';

/** Undefined when Redis is not configured; its libraries, which are slow to load, are not loaded then. */
export async function openSharedRedis(
  { redis }: Pick<AppConfig, 'redis'>,
  logger: Logger,
  metrics: Metrics,
): Promise<SharedRedis | undefined> {
  if (redis === undefined) return undefined;
  const { connectRedis } = await import('./redis-connection.js');
  return new SharedRedis((use) => connectRedis(redis.url, use), redis.prefix, logger, metrics);
}
