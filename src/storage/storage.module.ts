import { Global, Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { LOGGER, type Logger } from '../common/logging/logger.js';
import { Metrics } from '../common/operation/metrics.js';
import { APP_CONFIG, type AppConfig } from '../config/app-config.js';
import {
  ARTIFACT_STORE,
  HUB_OBJECTS,
  type ArtifactStore,
  type HubObjectKind,
} from './artifacts/artifact-store.js';
import { openArtifactStore, openHubObjects } from './artifacts/open-artifact-store.js';
import { MemoryCounter } from './counters/memory-counter.js';
import { RedisCounter } from './counters/redis-counter.js';
import { RequestCounter } from './counters/request-counter.js';
import { faultOf } from './database/database-faults.js';
import { dataSourceOptions } from './database/data-source-options.js';
import type { EmbeddedConnection } from './database/embedded-database.js';
import { DatabaseClock } from './database/database-clock.js';
import { DatabaseLender } from './database/database-lender.js';
import { AdvisoryLock } from './database/advisory-lock.js';
import { UnitOfWork } from './database/unit-of-work.js';
import { OutboxModule } from './outbox/outbox.module.js';
import { SecretFingerprintsModule } from './secret-fingerprints/secret-fingerprints.module.js';
import { openSharedRedis } from './redis/open-shared-redis.js';
import { SharedRedis } from './redis/shared-redis.js';

/** The counter in Redis if configured, otherwise the in-memory counter. */
function requestCounter(redis: SharedRedis | undefined): RequestCounter {
  const local = new MemoryCounter();
  return redis === undefined ? local : new RedisCounter(redis, local);
}

/**
 * The database, the stores of artifacts and of the hub's objects, the request counter and, if configured, the shared
 * Redis. The composition root opens the embedded database (if used) before this module and closes it afterwards; the
 * stores are closed with the module, once no requests are in flight.
 */
@Global()
@Module({})
export class StorageModule implements OnApplicationShutdown {
  constructor(
    @Inject(ARTIFACT_STORE) private readonly artifacts: ArtifactStore,
    @Inject(HUB_OBJECTS) private readonly objects: ArtifactStore<HubObjectKind>,
  ) {}

  static connectedTo(server: string | EmbeddedConnection): DynamicModule {
    return {
      module: StorageModule,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [APP_CONFIG],
          useFactory: (config: AppConfig) => ({
            ...dataSourceOptions({
              server,
              poolSize: config.database.poolSize,
              statementTimeoutMs: config.limits.requestTimeoutSeconds * 1000,
            }),
            // Feature modules register their entities with `TypeOrmModule.forFeature`.
            autoLoadEntities: true,
            // The start has waited for the server, which may be slow to answer again.
            retryAttempts: 3,
            retryDelay: 1_000,
            toRetry: (error: unknown) => faultOf(error) === 'unavailable',
          }),
        }),
        OutboxModule,
        SecretFingerprintsModule,
      ],
      providers: [
        UnitOfWork,
        DatabaseLender,
        {
          provide: DatabaseClock,
          inject: [DataSource, LOGGER, Metrics],
          useFactory: (database: DataSource, logger: Logger, metrics: Metrics): Promise<DatabaseClock> =>
            new DatabaseClock(typeof server === 'string' ? database : undefined, logger, metrics).start(),
        },
        AdvisoryLock,
        {
          provide: ARTIFACT_STORE,
          inject: [APP_CONFIG],
          useFactory: openArtifactStore,
        },
        { provide: HUB_OBJECTS, inject: [APP_CONFIG], useFactory: openHubObjects },
        {
          provide: SharedRedis,
          inject: [APP_CONFIG, LOGGER, Metrics],
          useFactory: openSharedRedis,
        },
        { provide: RequestCounter, inject: [SharedRedis], useFactory: requestCounter },
      ],
      exports: [UnitOfWork, AdvisoryLock, ARTIFACT_STORE, HUB_OBJECTS, SharedRedis, RequestCounter],
    };
  }

  onApplicationShutdown(): void {
    this.artifacts.close();
    this.objects.close();
  }
}
