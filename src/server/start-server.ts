import type { AddressInfo } from 'node:net';
import { removeLeftFolders } from '@mcp-hub/analyzer/temporary';
import { BootstrapAdmin } from '../auth/local-users/bootstrap-admin.js';
import { Metrics } from '../common/operation/metrics.js';
import { yieldProcessors } from '../common/operation/processor-priority.js';
import { Readiness } from '../common/operation/readiness.js';
import { collectStartupGarbage } from '../common/operation/startup-garbage.js';
import { announcement, workerAnnouncement } from './announcement.js';
import { createLogger, LOGGER, type Logger } from '../common/logging/logger.js';
import { logForeignOutput } from '../common/logging/process-warnings.js';
import { standardOutput } from '../common/logging/buffered-output.js';
import { startBackgroundWork } from './background-work.js';
import { compareSecrets } from './known-secrets.js';
import { handleProcessErrors } from './process-errors.js';
import type { AppConfig } from '../config/app-config.js';
import { createApp } from '../configure-app.js';
import { Demo } from '../hub/demo/demo.service.js';
import { Shutdown, type Running } from './shutdown.js';
import { requireUsableParts, storesOf } from './start-requirements.js';
import { measureWaitingRows } from './waiting-rows.js';
import { sampleStoredBytes } from './stored-bytes.js';
import { DatabaseLender } from '../storage/database/database-lender.js';
import { migrate, requireMigrated } from '../storage/database/migrate.js';
import { UnitOfWork } from '../storage/database/unit-of-work.js';
import { openDatabase } from '../storage/database/open-database.js';
import { waitForDatabase } from '../storage/database/wait-for-database.js';

/** Prints a message to the terminal, after earlier lines of the log. */
function print(text: string): void {
  standardOutput.write(text);
  standardOutput.flush();
}

/** Prepares everything that requests need, except the first administrator. */
async function prepare(running: Running): Promise<void> {
  const { app, config, database, logger } = running;
  const target = { server: database.server };
  await requireUsableParts(running);
  if (config.readOnly || !config.database.migrate) {
    await requireMigrated(target);
  } else {
    const migrations = await migrate(target, (line) => logger.warn(line));
    if (migrations.length > 0) logger.info({ migrations }, 'migrated');
  }
  if (!config.readOnly) {
    await compareSecrets(running);
    for (const store of storesOf(app)) await store.removeUnfinished();
    await startBackgroundWork(running);
  }
  if (database.lendable !== undefined) await app.get(DatabaseLender).start(database.lendable);
}

/** Removes what processes that were killed have left. */
async function removeTemporaryFiles(logger: Logger): Promise<void> {
  const folders = await removeLeftFolders();
  if (folders > 0) logger.info({ folders }, 'removed the temporary folders of processes that were killed');
}

async function serveMetrics({ app, config }: Running): Promise<void> {
  if (config.metrics === undefined) return;
  const { host, port } = config.metrics;
  const metrics = app.get(Metrics);
  const database = app.get(UnitOfWork);
  metrics.observe('database_connections', 'Open connections to the database', () => database.load.open);
  metrics.observe('database_connections_used', 'Those in use', () => database.load.used);
  metrics.observe('database_connections_max', 'Connections that may be open', () => database.load.max);
  metrics.observe('database_waiting', 'Callers who wait for a connection', () => database.load.waiting);
  measureWaitingRows(metrics, database);
  print(`metrics at http://${host}:${await metrics.listen(port, host)}/metrics\n`);
}

/** Runs the server until a signal ends it. @throws the error that prevents the start */
export async function startServer(config: AppConfig): Promise<void> {
  const started = performance.now();
  // Analyses and reports, whose processes inherit it, must not make requests wait on the same machine.
  if (config.processRole === 'worker') yieldProcessors();
  process.once('exit', () => standardOutput.flush());
  const logger = createLogger(config.logLevel);
  logForeignOutput(logger);
  handleProcessErrors(logger);
  await removeTemporaryFiles(logger);
  const database = await openDatabase(config);
  if (typeof database.server === 'string') {
    await waitForDatabase(database.server, config.database.waitSeconds, (line) => logger.warn(line));
  }
  const app = await createApp({ config, logger, database: database.server });
  const running = { app, config, database, logger: app.get<Logger>(LOGGER) };
  const shutdown = new Shutdown(running);
  shutdown.listen();
  const { host, port } = config.http;
  try {
    const server = await app.listen(port, host);
    await serveMetrics(running);
    // Probes are already answered.
    await prepare(running);
    // Must be the last step that can fail, because a generated password is shown only once.
    const admin =
      config.readOnly || config.processRole === 'worker' ? undefined : await app.get(BootstrapAdmin).ensure();
    collectStartupGarbage();
    app.get(Readiness).ready();
    void sampleStoredBytes(running);
    const { port: taken } = server.address() as AddressInfo;
    const seconds = (performance.now() - started) / 1000;
    if (config.processRole === 'worker') {
      print(workerAnnouncement(seconds));
      return;
    }
    print(
      announcement(
        {
          address: `http://${host}:${taken}`,
          publicUrl: config.http.publicUrl,
          hasHubUsers: config.idp !== undefined,
          seconds,
          isTerminal: process.stdout.isTTY,
        },
        admin,
      ),
    );
    if (config.demo && !config.readOnly) app.get(Demo).start((line) => print(`  ${line}\n`));
  } catch (error) {
    // The shutdown has stopped what was being started, and ends the process itself.
    if (!shutdown.hasStarted) throw error;
  }
}
