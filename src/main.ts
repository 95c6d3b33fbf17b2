import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { BootstrapAdmin } from './auth/local-users/bootstrap-admin.js';
import { Metrics } from './common/operation/metrics.js';
import { Readiness } from './common/operation/readiness.js';
import { createLogger, flushLogger, type Logger } from './common/logging/logger.js';
import type { AppConfig } from './config/app-config.js';
import { loadConfig } from './config/load-config.js';
import { createApp } from './configure-app.js';
import { ENTITIES } from './entities.js';
import { explain } from './explain.js';
import { RecurringJobs } from './jobs/recurring-jobs.js';
import { WebhookCleanupJob } from './hub/webhooks/webhook-cleanup-job.js';
import { CleanupJob } from './registry/cleanup/cleanup-job.js';
import { ARTIFACT_STORE, type ArtifactStore } from './storage/artifacts/artifact-store.js';
import { BucketError } from './storage/artifacts/bucket-error.js';
import { DatabaseLender } from './storage/database/embedded-loan.js';
import type { OpenDatabase } from './storage/database/embedded-database.js';
import { migrate, requireMigrated } from './storage/database/migrate.js';
import { UnitOfWork } from './storage/database/unit-of-work.js';
import { openDatabase } from './storage/database/open-database.js';

// For what is to be put down after the last request: jobs, connections, the embedded database.
const SHUTDOWN_GRACE_MS = 10_000;

const write = (text: string): void => void process.stdout.write(`${text}\n`);

async function announceAdmin(app: NestExpressApplication): Promise<void> {
  const admin = await app.get(BootstrapAdmin).ensure();
  if (admin === undefined) return;
  write(`First administrator: ${admin.username}`);
  if (admin.generatedPassword !== undefined) {
    write(`Password (shown this once): ${admin.generatedPassword}`);
  }
}

/** How the parts of the running server end, in their order. */
interface Running {
  readonly app: NestExpressApplication;
  readonly config: AppConfig;
  readonly database: OpenDatabase;
  readonly logger: Logger;
}

function shutDownOnSignals({ app, config, database, logger }: Running): void {
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    app.get(Readiness).stopping();
    // Requests under way may end; a connection that never sends one must not keep the process alive.
    setTimeout(
      () => app.getHttpServer().closeAllConnections(),
      config.limits.requestTimeoutSeconds * 1000,
    ).unref();
    setTimeout(
      () => {
        logger.error('the shutdown took too long; the process ends without it');
        process.exit(1);
      },
      config.limits.requestTimeoutSeconds * 1000 + SHUTDOWN_GRACE_MS,
    ).unref();
    app.get(Metrics).close();
    app
      .close()
      .then(() => database.close())
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

/** A store that is away may come back; one that refuses the bucket will not change its mind. @throws BucketError */
async function checkBucket({ config, logger }: Running): Promise<void> {
  if (config.storage.type !== 's3') return;
  const { requireBucket } = await import('./storage/artifacts/require-bucket.js');
  try {
    await requireBucket(config.storage);
  } catch (error) {
    if (error instanceof BucketError) throw error;
    logger.warn({ err: error }, 'the object store cannot be reached now');
  }
}

/** Brings everything into the state in which requests are taken. Probes are answered meanwhile. */
async function prepare(running: Running): Promise<void> {
  const { app, config, database, logger } = running;
  await checkBucket(running);
  const target = { server: database.server, entities: ENTITIES };
  if (config.readOnly || !config.database.migrate) {
    await requireMigrated(target);
  } else {
    const migrations = await migrate(target);
    if (migrations.length > 0) logger.info({ migrations }, 'migrated');
  }
  if (!config.readOnly) {
    await app.get<ArtifactStore>(ARTIFACT_STORE).removeUnfinished();
    await announceAdmin(app);
    const jobs = app.get(RecurringJobs);
    for (const job of [app.get(CleanupJob), app.get(WebhookCleanupJob)]) jobs.schedule(job);
  }
  if (typeof database.server !== 'string') await app.get(DatabaseLender).start(database.server);
  app.get(Readiness).ready();
}

async function serveMetrics({ app, config }: Running): Promise<void> {
  if (config.metrics === undefined) return;
  const { host, port } = config.metrics;
  const metrics = app.get(Metrics);
  const database = app.get(UnitOfWork);
  metrics.observe('database_connections', 'Open connections to the database', () => database.load.open);
  metrics.observe('database_waiting', 'Callers who wait for a connection', () => database.load.waiting);
  write(`metrics at http://${host}:${await metrics.listen(port, host)}/metrics`);
}

async function start(config: AppConfig): Promise<void> {
  const started = performance.now();
  const logger = createLogger(config.logLevel);
  process.once('exit', () => flushLogger(logger));
  const database = await openDatabase(config);
  const app = await createApp({ config, logger, database: database.server });
  const running = { app, config, database, logger };
  shutDownOnSignals(running);
  const { host, port } = config.http;
  const server = await app.listen(port, host);
  await prepare(running);
  await serveMetrics(running);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const { port: taken } = server.address() as AddressInfo;
  write(
    `mcp-hub listens on http://${host}:${taken} (started in ${seconds} s); API documentation: ${config.http.publicUrl}/docs`,
  );
}

try {
  await start(loadConfig());
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
