import { Global, Module, type Provider } from '@nestjs/common';
import { LOGGER, type Logger } from '../common/logging/logger.js';
import { Meters } from '../common/operation/meters.js';
import { SharedRedis } from '../storage/redis/shared-redis.js';
import { InProcessJobs } from './in-process-jobs.js';
import { RecurringJobs } from './recurring-jobs.js';

/** BullMQ is loaded only if Redis is configured, because loading it is slow. */
async function openRecurringJobs(
  redis: SharedRedis | undefined,
  meters: Meters,
  logger: Logger,
): Promise<RecurringJobs> {
  if (redis === undefined) return new InProcessJobs(meters, logger);
  const { RedisJobs } = await import('./redis-jobs.js');
  return new RedisJobs(() => redis.connect('jobs'), redis.prefix, meters, logger);
}

const recurringJobs: Provider = {
  provide: RecurringJobs,
  inject: [SharedRedis, Meters, LOGGER],
  useFactory: openRecurringJobs,
};

/** Background work (ADR 15). */
@Global()
@Module({ providers: [recurringJobs], exports: [recurringJobs] })
export class JobsModule {}
