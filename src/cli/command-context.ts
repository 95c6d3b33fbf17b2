import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AdministrationModule } from './administration.module.js';
import { createLogger } from '../common/logging/logger.js';
import { loadCommandConfig } from './load-command-config.js';
import { migrate, requireMigrated } from '../storage/database/migrate.js';
import { openOrBorrowDatabase } from '../storage/database/open-database.js';

/**
 * Runs `work` with the product's services on the configured database, after running pending migrations. A missing
 * embedded database is created only for a command with `createsDatabase`.
 */
export async function withServices(
  work: (services: INestApplicationContext) => Promise<void>,
  { createsDatabase = false }: { readonly createsDatabase?: boolean } = {},
): Promise<void> {
  const config = loadCommandConfig();
  const database = await openOrBorrowDatabase(config, createsDatabase);
  try {
    const target = { server: database.server };
    await (config.readOnly || !config.database.migrate ? requireMigrated(target) : migrate(target));
    const parts = { config, logger: createLogger('error'), database: database.server };
    const services = await NestFactory.createApplicationContext(AdministrationModule.with(parts), {
      logger: false,
      abortOnError: false,
    });
    try {
      await work(services);
    } finally {
      await services.close();
    }
  } finally {
    await database.close();
  }
}
