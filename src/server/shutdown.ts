import { setTimeout as wait } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from '../common/logging/logger.js';
import { say } from '../common/logging/process-warnings.js';
import { Metrics } from '../common/operation/metrics.js';
import { Readiness } from '../common/operation/readiness.js';
import { endProcess } from './process-end.js';
import type { AppConfig } from '../config/app-config.js';
import type { OpenDatabase } from '../storage/database/embedded-database.js';

// Timeout for closing jobs, connections and the embedded database after the last request.
const GRACE_MS = 10_000;

// Under npm, Ctrl-C arrives twice: from the terminal, and forwarded by npm. No user presses it again that soon on
// purpose.
const SAME_INTERRUPT_MS = 1500;

/** The exit code of a process ended by SIGINT. */
const INTERRUPTED = 130;

/** The started parts, in the order in which to stop them. */
export interface Running {
  readonly app: NestExpressApplication;
  readonly config: AppConfig;
  readonly database: OpenDatabase;
  readonly logger: Logger;
}

/**
 * Shuts the process down gracefully on a signal: requests in flight finish, then connections and the database are
 * closed. SIGTERM, sent by an orchestrator, first drains for `shutdown_drain_seconds`, in which requests are still
 * served. SIGINT, sent by a user, does not; a second one ends the process at once.
 */
export class Shutdown {
  private startedAt: number | undefined;

  constructor(private readonly running: Running) {}

  /** Whether a signal has arrived. */
  get hasStarted(): boolean {
    return this.startedAt !== undefined;
  }

  /** Installs the signal handlers. */
  listen(): void {
    // A closed terminal must not turn the graceful shutdown into a crash.
    process.stderr.on('error', () => undefined);
    process.on('SIGTERM', () => this.start('SIGTERM', this.running.config.shutdownDrainSeconds));
    process.on('SIGINT', () => {
      if (this.startedAt === undefined) {
        say('stopping; requests in flight may finish. Press Ctrl-C again in a moment to end at once.');
        this.start('SIGINT', 0);
      } else if (performance.now() - this.startedAt > SAME_INTERRUPT_MS) {
        say('ended at once: requests in flight were cut off');
        endProcess(this.running.logger, INTERRUPTED, 'a second signal', { signal: 'SIGINT' });
      }
    });
  }

  private start(signal: NodeJS.Signals, drainSeconds: number): void {
    if (this.startedAt !== undefined) return;
    this.startedAt = performance.now();
    const { logger } = this.running;
    logger.info({ signal }, 'stopping');
    this.stop(drainSeconds).then(
      () => endProcess(logger, 0, 'a signal', { signal }),
      (error: unknown) => {
        logger.error({ err: error }, 'the shutdown failed');
        endProcess(logger, 1, 'an error', { signal });
      },
    );
  }

  private async stop(drainSeconds: number): Promise<void> {
    const { app, config, database, logger } = this.running;
    const readiness = app.get(Readiness);
    if (drainSeconds > 0 && readiness.draining()) await wait(drainSeconds * 1000);
    readiness.stopping();
    const requestMs = config.limits.requestTimeoutSeconds * 1000;
    // Requests in flight may finish; idle connections must not keep the process alive.
    setTimeout(() => app.getHttpServer().closeAllConnections(), requestMs).unref();
    setTimeout(() => {
      logger.error('the shutdown took too long; the process ends without it');
      endProcess(logger, 1, 'the shutdown took too long');
    }, requestMs + GRACE_MS).unref();
    app.get(Metrics).close();
    await app.close();
    await database.close();
  }
}
