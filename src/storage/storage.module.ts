import { Global, Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { APP_CONFIG, type AppConfig } from '../config/app-config.js';
import { ARTIFACT_STORE, type ArtifactStore } from './artifacts/artifact-store.js';
import { openArtifactStore } from './artifacts/open-artifact-store.js';
import { dataSourceOptions, type EntityClass } from './database/data-source-options.js';
import type { EmbeddedConnection } from './database/embedded-database.js';
import { DatabaseLender } from './database/embedded-loan.js';
import { SingleRun } from './database/single-run.js';
import { UnitOfWork } from './database/unit-of-work.js';

/**
 * The database and the artifact store. The embedded database, where one is used, is opened by the composition root
 * before the module and closed after it; the store is closed with the module, when no request is under way any more.
 */
@Global()
@Module({})
export class StorageModule implements OnApplicationShutdown {
  constructor(@Inject(ARTIFACT_STORE) private readonly store: ArtifactStore) {}

  static connectedTo(server: string | EmbeddedConnection, entities: readonly EntityClass[]): DynamicModule {
    return {
      module: StorageModule,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [APP_CONFIG],
          useFactory: (config: AppConfig) => ({
            ...dataSourceOptions({
              server,
              entities,
              poolSize: config.database.poolSize,
              statementTimeoutMs: config.limits.requestTimeoutSeconds * 1000,
            }),
            retryAttempts: 1,
          }),
        }),
      ],
      providers: [
        UnitOfWork,
        DatabaseLender,
        SingleRun,
        {
          provide: ARTIFACT_STORE,
          inject: [APP_CONFIG],
          useFactory: openArtifactStore,
        },
      ],
      exports: [UnitOfWork, SingleRun, ARTIFACT_STORE],
    };
  }

  onApplicationShutdown(): void {
    this.store.close();
  }
}
