import { Global, Module, type DynamicModule } from '@nestjs/common';
import { LOGGER, type Logger } from '../common/logging/logger.js';
import { APP_CONFIG, type AppConfig } from './app-config.js';

/** Provides the configuration and the logger globally. */
@Global()
@Module({})
export class ConfigModule {
  static with(config: AppConfig, logger: Logger): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: APP_CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
      ],
      exports: [APP_CONFIG, LOGGER],
    };
  }
}
