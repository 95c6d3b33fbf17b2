import { Global, Inject, Module, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { LOGGER, type Logger } from '../common/logging/logger.js';
import { APP_CONFIG, type AppConfig } from '../config/app-config.js';
import { InProcessJobs } from './in-process-jobs.js';
import { RecurringJobs } from './recurring-jobs.js';

/** Injection token of the connection to Redis; undefined where none is configured. */
export const REDIS = Symbol('REDIS');

const redis: Provider = {
  provide: REDIS,
  inject: [APP_CONFIG, LOGGER],
  useFactory: async (config: AppConfig, logger: Logger): Promise<Redis | undefined> => {
    if (config.redis === undefined) return undefined;
    const { connectRedis } = await import('./redis-connection.js');
    return connectRedis(config.redis.url, logger);
  },
};

const recurringJobs: Provider = {
  provide: RecurringJobs,
  inject: [REDIS, APP_CONFIG, LOGGER],
  useFactory: async (
    connection: Redis | undefined,
    config: AppConfig,
    logger: Logger,
  ): Promise<RecurringJobs> => {
    if (connection === undefined || config.redis === undefined) return new InProcessJobs();
    const { RedisJobs } = await import('./redis-jobs.js');
    return new RedisJobs(connection, config.redis.prefix, logger);
  },
};

/** Work beside requests (ADR 15). The libraries of Redis are loaded only where one is configured: they take their time. */
@Global()
@Module({ providers: [redis, recurringJobs], exports: [REDIS, RecurringJobs] })
export class JobsModule implements OnApplicationShutdown {
  constructor(@Inject(REDIS) private readonly connection: Redis | undefined) {}

  onApplicationShutdown(): void {
    this.connection?.disconnect();
  }
}
