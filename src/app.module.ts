import { Module, type DynamicModule } from '@nestjs/common';
import { AuthModule } from './auth/auth.module.js';
import type { Logger } from './common/logging/logger.js';
import { OperationModule } from './common/operation/operation.module.js';
import { Outages } from './common/operation/outages.js';
import type { AppConfig } from './config/app-config.js';
import { ConfigModule } from './config/config.module.js';
import { HealthModule } from './health/health.module.js';
import { HubApiModule } from './hub-api.module.js';
import { JobsModule } from './jobs/jobs.module.js';
import { RegistryModule } from './registry/registry.module.js';
import type { EmbeddedConnection } from './storage/database/embedded-database.js';
import { outageOf } from './storage/outage-of.js';
import { StorageModule } from './storage/storage.module.js';

/** Options from the composition root. */
export interface AppParts {
  readonly config: AppConfig;
  readonly logger: Logger;
  /** URL of a PostgreSQL server, or the embedded database. */
  readonly database: string | EmbeddedConnection;
}

/** The root module. */
@Module({})
export class AppModule {
  static with({ config, logger, database }: AppParts): DynamicModule {
    const outages = new Outages(logger, outageOf);
    return {
      module: AppModule,
      global: true,
      providers: [{ provide: Outages, useValue: outages }],
      exports: [Outages],
      imports: [
        ConfigModule.with(config, outages.logger),
        OperationModule,
        StorageModule.connectedTo(database),
        JobsModule,
        AuthModule,
        HealthModule,
        RegistryModule,
        HubApiModule,
      ],
    };
  }
}
