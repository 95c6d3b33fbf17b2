import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AdministrationModule } from './administration.module.js';
import { createLogger } from '../common/logging/logger.js';
import { loadCommandConfig } from './load-command-config.js';
import { printNote } from './print.js';
import { migrate, requireMigrated } from '../storage/database/migrate.js';
import { openOrBorrowDatabase } from '../storage/database/open-database.js';

/** The product's services on the configured database. */
interface OpenServices {
  readonly services: INestApplicationContext;
  /** Whether a running server waits for its embedded database. */
  readonly isBorrowed: boolean;
  readonly close: () => Promise<void>;
}

/** Opens the services, after running pending migrations. */
async function openServices(createsDatabase: boolean): Promise<OpenServices> {
  const config = loadCommandConfig();
  const database = await openOrBorrowDatabase(config, createsDatabase);
  try {
    const target = { server: database.server };
    await (config.readOnly || !config.database.migrate
      ? requireMigrated(target)
      : migrate(target, printNote));
    const parts = { config, logger: createLogger('error'), database: database.server };
    const services = await NestFactory.createApplicationContext(AdministrationModule.with(parts), {
      logger: false,
      abortOnError: false,
    });
    const close = async (): Promise<void> => {
      try {
        await services.close();
      } finally {
        await database.close();
      }
    };
    const isBorrowed = typeof database.server !== 'string' && database.lendable === undefined;
    return { services, isBorrowed, close };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Runs `work` with the product's services on the configured database, after running pending migrations. A missing
 * embedded database is created only for a command with `createsDatabase`.
 */
export async function withServices(
  work: (services: INestApplicationContext) => Promise<void>,
  { createsDatabase = false }: { readonly createsDatabase?: boolean } = {},
): Promise<void> {
  const { services, close } = await openServices(createsDatabase);
  try {
    await work(services);
  } finally {
    await close();
  }
}

/** Runs one step of a long command with the services. */
export type Step = <T>(work: (services: INestApplicationContext) => Promise<T>) => Promise<T>;

// A server lends its embedded database for 20 seconds at most, and its requests wait meanwhile.
const SLICE_MS = 4_000;

/**
 * Runs `work`, which uses the services in short steps. A borrowed database is given back every few seconds, so that the
 * server can answer requests in between.
 */
export async function withServicesInSteps(work: (step: Step) => Promise<void>): Promise<void> {
  let open: OpenServices | undefined;
  let opened = 0;
  const close = async (): Promise<void> => {
    const closing = open;
    open = undefined;
    await closing?.close();
  };
  const step: Step = async (run) => {
    if (open?.isBorrowed === true && performance.now() - opened > SLICE_MS) await close();
    if (open === undefined) {
      open = await openServices(false);
      opened = performance.now();
    }
    return run(open.services);
  };
  try {
    await work(step);
  } finally {
    await close();
  }
}
