import { isPackage } from '@mcp-hub/analyzer/package-names';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Background } from '../../../jobs/background.decorator.js';
import { LOGGER, type Logger } from '../../../common/logging/logger.js';
import type { RecurringJob } from '../../../jobs/recurring-jobs.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { PythonReleases } from '../runs/releases/python-releases.js';
import { VersionIntake, type IngestedVersion } from '../../catalog/intake/version-intake.js';
import { commitOfPackage } from '../../catalog/mcps/mcp-source.js';
import type { VersionSource } from '../../catalog/mcps/version-source.js';
import { SourceResolver, UnresolvableSourceError } from './source-resolver.js';
import { ScansRepository, type ClaimedScan } from './scans.repository.js';

const CLAIM_MINUTES = 5;
const MAX_ATTEMPTS = 3;
const RETRY_SECONDS = 30;
const CONCURRENCY = 4;

/** A version of an MCP for its exact source. */
function versionOf(
  source: VersionSource,
): Pick<IngestedVersion, 'source' | 'kind' | 'commitHash' | 'semver'> {
  if (source.kind === 'repository')
    return { source, kind: 'branch', commitHash: source.commit, semver: null };
  if (isPackage(source)) {
    return { source, kind: 'release', commitHash: commitOfPackage(source), semver: source.version };
  }
  throw new Error('a scan is about a repository or a package');
}

/**
 * Finds the exact version that each scan is about, and queues its analysis. An earlier result for a version of a Python
 * package counts once the index has said that it is about the same files (ADR 92). The rows are the truth: `wake` only spares the
 * wait for the next run.
 */
@Background('api')
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
    private readonly releases: PythonReleases,
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

  private async attempt(scan: ClaimedScan, signal: AbortSignal): Promise<void> {
    const { id, attempts } = scan;
    try {
      const versionId = scan.versionId ?? (await this.find(scan, signal));
      const checked = await this.releases.check(versionId, signal);
      if (checked === 'gone')
        throw new UnresolvableSourceError('the index does not have the release any more', false);
      if (checked === 'unanswered')
        throw new UnresolvableSourceError('the index does not say which files the release has', true);
      await this.scans.analyzing(id, versionId);
    } catch (error) {
      if (!(error instanceof UnresolvableSourceError)) throw error;
      if (error.isRetryable && attempts + 1 < MAX_ATTEMPTS) await this.scans.postpone(id, RETRY_SECONDS);
      else await this.scans.failed(id, error.message);
    }
  }

  /** The version that a target means now; its analysis is queued if it is new. @throws UnresolvableSourceError */
  private async find({ id, target, mcpId }: ClaimedScan, signal: AbortSignal): Promise<string> {
    const source = await this.resolver.resolve(target, signal);
    return this.uow.run(async () => {
      const { versionId } = await this.intake.ingest({ mcpId, ...versionOf(source) });
      await this.scans.found(id, versionId);
      return versionId;
    });
  }
}
