import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Readiness } from '../../src/common/operation/readiness.js';
import { createLogger, type Logger } from '../../src/common/logging/logger.js';
import type { AppConfig } from '../../src/config/app-config.js';
import { loadConfig } from '../../src/config/load-config.js';
import { createApp } from '../../src/configure-app.js';
import { UnitOfWork } from '../../src/storage/database/unit-of-work.js';
import { Actors } from './actors.js';
import { ApiClient } from './api-client.js';
import { ISSUER_SECRET } from './credentials.js';
import { atEndOfFile } from './end-of-file.js';
import { observeAnswers } from './observed-answers.js';
import { openTestDatabase } from './test-database.js';
import { files, openTestStorage, type TestStorage } from './test-storage.js';

/** The product under test: the production bootstrap with a dedicated database, data directory and port. */
export interface TestApp {
  readonly app: NestExpressApplication;
  readonly config: AppConfig;
  readonly dataDir: string;
  readonly storage: TestStorage;
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly port: number;
  /** Callers with different credentials. */
  readonly actors: Actors;
  /** The rows of a statement, for state that no response shows. */
  rows<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

// A separate key prefix.
const redisSettings = (): Record<string, string> =>
  process.env['TEST_REDIS_URL'] === undefined
    ? {}
    : { REDIS_URL: process.env['TEST_REDIS_URL'], REDIS_PREFIX: `test-${randomUUID()}` };

/**
 * Starts the product; `settings` override the tests' environment variables. `route` changes the URL of a database server;
 * `logger` collects the log for the test.
 */
export async function startTestApp(
  settings: Readonly<Record<string, string>> = {},
  route: (databaseUrl: string) => string = (url) => url,
  logger?: Logger,
): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mcp-hub-data-'));
  const database = await openTestDatabase();
  // Settings with a storage type configure their own storage.
  const storage = 'STORAGE_TYPE' in settings ? files(dataDir) : await openTestStorage(dataDir);
  const databaseServer = typeof database.server === 'string' ? route(database.server) : database.server;
  const config = loadConfig({
    CONFIG_FILE: '/dev/null',
    DATA_DIR: dataDir,
    AUTH_OSS_ISSUER_SECRET: ISSUER_SECRET,
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    ...(typeof databaseServer === 'string' && { DATABASE_URL: databaseServer }),
    ...redisSettings(),
    ...storage.settings,
    DATABASE_POOL_SIZE: '5',
    ...settings,
  });
  const app = await createApp({
    config,
    logger: logger ?? createLogger(config.logLevel),
    database: databaseServer,
  });
  app.get(Readiness).ready();
  const server = await app.listen(0, '127.0.0.1');
  observeAnswers(server, config.http.publicUrl);
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const started: TestApp = {
    app,
    config,
    dataDir,
    storage,
    url,
    port,
    actors: new Actors(app, new ApiClient(url)),
    rows: (sql, parameters) => app.get(UnitOfWork).rows(sql, parameters),
    close: async () => {
      server.closeAllConnections();
      await app.close();
      await storage.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  atEndOfFile(() => {
    for (const holder of [started.actors, started])
      for (const name of Object.keys(holder)) Reflect.deleteProperty(holder, name);
  });
  return started;
}
