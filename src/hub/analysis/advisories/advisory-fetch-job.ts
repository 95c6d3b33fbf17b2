import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@mcp-hub/analyzer/temporary';
import { Inject, Injectable } from '@nestjs/common';
import { Background } from '../../../jobs/background.decorator.js';
import { LOGGER, type Logger } from '../../../common/logging/logger.js';
import { RepeatedFailures } from '../../../common/logging/repeated-failures.js';
import { Meters } from '../../../common/operation/meters.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import type { RecurringJob } from '../../../jobs/recurring-jobs.js';
import { AdvisoryDownload } from './advisory-download.js';
import { AdvisoryImports } from './advisory-imports.js';
import { AdvisorySourcesRepository, type LeasedSource } from './advisory-sources.repository.js';

/** Minutes that a download may take; the lease is renewed while the export is stored. */
const FETCH_MINUTES = 60;
const INTERVAL_HOURS = 24;
const RETRY_HOURS = 1;

type Outcome = 'imported' | 'unchanged' | 'failed';

/**
 * Fetches the exports that `ADVISORIES_URL` names, each once a day. It looks often for exports that are due, so that a new
 * server does not wait for a day. With several servers, the lease of a source decides which one fetches it.
 */
@Background('api')
@Injectable()
export class AdvisoryFetchJob implements RecurringJob {
  readonly name = 'advisories';
  readonly everyMs = 300_000;
  private readonly fetches;
  private readonly failures: RepeatedFailures;

  constructor(
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'advisoryAddresses'>,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly sources: AdvisorySourcesRepository,
    private readonly imports: AdvisoryImports,
    private readonly download: AdvisoryDownload,
    meters: Meters,
  ) {
    this.failures = new RepeatedFailures(logger, {
      what: 'advisories were not imported',
      then: 'the stored advisories remain',
      level: 'error',
    });
    this.fetches = meters.counter('advisory_fetches', 'Fetches of advisory exports that have ended', {
      outcome: ['imported', 'unchanged', 'failed'],
    });
  }

  async run(signal: AbortSignal): Promise<void> {
    const addresses = this.config.advisoryAddresses;
    if (addresses.length === 0) return;
    await this.sources.ensure(addresses, true);
    for (const address of addresses) {
      if (signal.aborted) return;
      const source = await this.sources.lease(address, FETCH_MINUTES, true);
      if (source !== undefined) this.fetches.add({ outcome: await this.attempt(address, source, signal) });
    }
  }

  /** Fetches one export. A failure is stored and logged, and the stored advisories stay. */
  private async attempt(address: string, source: LeasedSource, signal: AbortSignal): Promise<Outcome> {
    const folder = await temporaryFolder('advisories');
    try {
      const outcome = await this.fetch(address, source, join(folder, 'export'), signal);
      this.failures.worked(address);
      return outcome;
    } catch (error) {
      const { message } = error as Error;
      const reason = signal.aborted ? 'the server stopped while it imported the export' : message;
      await this.sources.failed(source, reason, signal.aborted ? 0 : RETRY_HOURS);
      this.failures.failed({ err: error, address }, address);
      return 'failed';
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  private async fetch(
    address: string,
    source: LeasedSource,
    path: string,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const downloaded = await this.download.save(address, source, path, signal);
    if (!downloaded.isChanged) {
      await this.sources.unchanged(source, INTERVAL_HOURS);
      return 'unchanged';
    }
    // Loaded here, because the reading of advisories needs much of the analyzer.
    const { checkExport, exportAt, storeExport } = await import('./import-osv-export.js');
    const access = {
      step: <T>(work: (imports: AdvisoryImports) => Promise<T>) => work(this.imports),
      check: () => signal.throwIfAborted(),
    };
    const found = await exportAt(path);
    await checkExport(found, access);
    const end = { validators: downloaded, nextInHours: INTERVAL_HOURS };
    const { valid, skipped, changed } = await storeExport(source, found, end, access);
    this.logger.info({ address, advisories: valid, skipped, changed }, 'imported advisories');
    return 'imported';
  }
}
