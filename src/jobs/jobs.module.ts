import { Global, Module, type Provider } from '@nestjs/common';
import { LOGGER, type Logger } from '../common/logging/logger.js';
import { Meters } from '../common/operation/meters.js';
import { SharedRedis } from '../storage/redis/shared-redis.js';
import { InProcessJobs } from './in-process-jobs.js';
import { InProcessQueues } from './in-process-queues.js';
import { RecurringJobs } from './recurring-jobs.js';
import { WorkQueues } from './work-queue.js';

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

async function openWorkQueues(
  redis: SharedRedis | undefined,
  meters: Meters,
  logger: Logger,
): Promise<WorkQueues> {
  if (redis === undefined) return new InProcessQueues(meters, logger);
  const { RedisQueues } = await import('./redis-queues.js');
  return new RedisQueues(() => redis.connect('jobs'), redis.prefix, meters, logger);
}

const recurringJobs: Provider = {
  provide: RecurringJobs,
  inject: [SharedRedis, Meters, LOGGER],
  useFactory: openRecurringJobs,
};

const workQueues: Provider = {
  provide: WorkQueues,
  inject: [SharedRedis, Meters, LOGGER],
  useFactory: openWorkQueues,
};

/** Background work (ADR 15, ADR 51). */
@Global()
@Module({ providers: [recurringJobs, workQueues], exports: [recurringJobs, workQueues] })
export class JobsModule {}
