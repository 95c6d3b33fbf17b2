import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger } from '../../common/logging/logger.js';
import { SingleRun } from '../../storage/database/single-run.js';
import { CleanupService } from './cleanup.service.js';

/** Hours after which what nobody needs is removed (decisions, registry 8). */
export const CLEANUP_AFTER_HOURS = 24;

const EVERY_MS = 3_600_000;

/** Cleans up once an hour while the server runs; of several servers, one at a time. */
@Injectable()
export class CleanupSchedule implements OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private readonly stopping = new AbortController();

  constructor(
    private readonly cleanup: CleanupService,
    private readonly single: SingleRun,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  start(everyMs = EVERY_MS): void {
    this.timer = setInterval(() => void this.runOnce(), everyMs).unref();
  }

  /** One cleanup, unless one is under way here or in another process. Errors are logged. */
  runOnce(): Promise<void> {
    this.running ??= this.run().finally(() => (this.running = undefined));
    return this.running;
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const started = performance.now();
    try {
      const counts = await this.single.run('cleanup', () =>
        this.cleanup.run(
          { olderThanHours: CLEANUP_AFTER_HOURS, dryRun: false },
          { signal: this.stopping.signal },
        ),
      );
      if (counts === undefined) return;
      const ms = Math.round(performance.now() - started);
      this.logger.info({ cleanup: counts, ms }, 'cleaned up');
    } catch (error) {
      this.logger.error({ err: error }, 'the cleanup failed; it is tried again in an hour');
    }
  }
}
