import { Global, Module, type Provider } from '@nestjs/common';
import { LOGGER, type Logger } from '../common/logging/logger.js';
import { Metrics } from '../common/operation/metrics.js';
import { APP_CONFIG, type AppConfig } from '../config/app-config.js';
import { InProcessJobs } from './in-process-jobs.js';
import { RecurringJobs } from './recurring-jobs.js';

/** The libraries of Redis are loaded only where one is configured: they take their time. */
async function openRecurringJobs(
  { redis }: AppConfig,
  logger: Logger,
  metrics: Metrics,
): Promise<RecurringJobs> {
  if (redis === undefined) return new InProcessJobs();
  const [{ connectRedis }, { RedisJobs }] = await Promise.all([
    import('./redis-connection.js'),
    import('./redis-jobs.js'),
  ]);
  const connect = () => {
    const connection = connectRedis(redis.url, logger);
    const isReady = () => Number(connection.status === 'ready');
    metrics.observe('redis_connected', 'Whether Redis can be reached', isReady);
    return connection;
  };
  return new RedisJobs(connect, redis.prefix, logger);
}

const recurringJobs: Provider = {
  provide: RecurringJobs,
  inject: [APP_CONFIG, LOGGER, Metrics],
  useFactory: openRecurringJobs,
};

/** Work beside requests (ADR 15). */
@Global()
@Module({ providers: [recurringJobs], exports: [recurringJobs] })
export class JobsModule {}
