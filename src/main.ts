import type { NestExpressApplication } from '@nestjs/platform-express';
import { BootstrapAdmin } from './auth/local-users/bootstrap-admin.js';
import { createLogger, flushLogger, type Logger } from './common/logging/logger.js';
import type { AppConfig } from './config/app-config.js';
import { ConfigError, loadConfig } from './config/load-config.js';
import { createApp } from './configure-app.js';
import { ENTITIES } from './entities.js';
import { ARTIFACT_STORE, type ArtifactStore } from './storage/artifacts/artifact-store.js';
import { DataDirectoryInUseError } from './storage/database/data-directory-lock.js';
import { DatabaseLender } from './storage/database/embedded-loan.js';
import { translateDatabaseError } from './storage/database/database-errors.js';
import { migrate } from './storage/database/migrate.js';
import { openDatabase } from './storage/database/open-database.js';

const write = (text: string): void => void process.stdout.write(`${text}\n`);

async function announceAdmin(app: NestExpressApplication): Promise<void> {
  const admin = await app.get(BootstrapAdmin).ensure();
  if (admin === undefined) return;
  write(`First administrator: ${admin.username}`);
  if (admin.generatedPassword !== undefined) {
    write(`Password (shown this once): ${admin.generatedPassword}`);
  }
}

function shutDownOnSignals(
  app: NestExpressApplication,
  seconds: number,
  close: () => Promise<void>,
  logger: Logger,
): void {
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    // Requests under way may end; a connection that never sends one must not keep the process alive.
    setTimeout(() => app.getHttpServer().closeAllConnections(), seconds * 1000).unref();
    app
      .close()
      .then(close)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error({ err: error }, 'the shutdown failed');
          process.exit(1);
        },
      );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

async function start(config: AppConfig): Promise<void> {
  const started = performance.now();
  const logger = createLogger(config.logLevel);
  process.once('exit', () => flushLogger(logger));
  const database = await openDatabase(config);
  const migrations = await migrate({ server: database.server, entities: ENTITIES });
  if (migrations.length > 0) logger.info({ migrations }, 'migrated');
  const app = await createApp({ config, logger, database: database.server });
  await app.init();
  await app.get<ArtifactStore>(ARTIFACT_STORE).removeUnfinished();
  await announceAdmin(app);
  if (typeof database.server !== 'string') await app.get(DatabaseLender).start(database.server);
  shutDownOnSignals(app, config.limits.requestTimeoutSeconds, () => database.close(), logger);
  const server = await app.listen(config.http.port, config.http.host);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.http.port;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  write(
    `mcp-hub listens on http://${config.http.host}:${port} (started in ${seconds} s); API documentation at /docs`,
  );
}

/** What a failed start means for the person who started it; undefined for a fault of the program. */
function explain(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof DataDirectoryInUseError) return error.message;
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (syscall === 'listen') return `cannot listen: ${message}; choose another address with HOST and PORT`;
  const unreachable = translateDatabaseError(error) !== undefined;
  return unreachable ? `cannot reach the database that DATABASE_URL names (${code ?? message})` : undefined;
}

try {
  await start(loadConfig());
} catch (error) {
  process.stderr.write(`${explain(error) ?? String((error as Error).stack ?? error)}\n`);
  process.exit(1);
}
