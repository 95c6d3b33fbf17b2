import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger } from '../../common/logging/logger.js';
import type { RecurringJob } from '../../jobs/recurring-jobs.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { VersionIntake, type IngestedVersion } from '../intake/version-intake.js';
import { commitOfPackage } from '../mcps/mcp-source.js';
import type { VersionSource } from '../mcps/version-source.js';
import { SourceResolver, UnresolvableSourceError } from './source-resolver.js';
import { ScansRepository, type ClaimedScan } from './scans.repository.js';

const CLAIM_MINUTES = 5;
const MAX_ATTEMPTS = 3;
const RETRY_SECONDS = 30;
const CONCURRENCY = 4;

/** A version of an MCP for its exact source. */
function versionOf(source: VersionSource): Pick<IngestedVersion, 'source' | 'commitHash' | 'semver'> {
  if (source.kind === 'repository') return { source, commitHash: source.commit, semver: null };
  if (source.kind === 'npm' || source.kind === 'pypi') {
    return { source, commitHash: commitOfPackage(source), semver: source.version };
  }
  throw new Error('a scan is about a repository or a package');
}

/**
 * Finds the exact version that each scan is about, and queues its analysis. The rows are the truth: `wake` only spares the
 * wait for the next run.
 */
@Injectable()
export class ScanVersionsJob implements RecurringJob, OnModuleDestroy {
  readonly name = 'scan-versions';
  readonly everyMs = 30_000;
  private readonly running = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private isListening = false;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly scans: ScansRepository,
    private readonly intake: VersionIntake,
    private readonly resolver: SourceResolver,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** From now on, a scan that starts in this process is taken up at once. */
  listen(): void {
    this.isListening = true;
  }

  /** Starts a run in the background, unless several are in progress. */
  wake(): void {
    if (!this.isListening || this.stopping.signal.aborted || this.running.size >= CONCURRENCY) return;
    const run = this.run(this.stopping.signal)
      .catch((error: unknown) =>
        this.logger.error({ err: error }, 'scans could not be started; they are tried again'),
      )
      .finally(() => this.running.delete(run));
    this.running.add(run);
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const scan = await this.scans.claim(CLAIM_MINUTES);
      if (scan === undefined) return;
      await this.attempt(scan, signal);
    }
  }

  /** Ends the runs in the background. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
  }

  private async attempt({ id, target, mcpId, attempts }: ClaimedScan, signal: AbortSignal): Promise<void> {
    let source: VersionSource;
    try {
      source = await this.resolver.resolve(target, signal);
    } catch (error) {
      if (!(error instanceof UnresolvableSourceError)) throw error;
      if (error.isRetryable && attempts < MAX_ATTEMPTS) await this.scans.postpone(id, RETRY_SECONDS);
      else await this.scans.failed(id, error.message);
      return;
    }
    await this.uow.run(async () => {
      const { versionId } = await this.intake.ingest({ mcpId, ...versionOf(source) });
      await this.scans.analyzing(id, versionId);
    });
  }
}
