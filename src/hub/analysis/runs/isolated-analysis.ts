import { constants } from 'node:os';
import type { Analysis, PreviousSurface } from '@mcp-hub/analyzer';
import { runIsolated } from '@mcp-hub/analyzer/runner';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { AdvisoryLookups } from '../advisories/advisory-lookups.js';
import type { FetchedArchive } from './sources/source-fetcher.js';
import { asError } from '../../../common/errors/as-error.js';
import { CrashedAnalysis, EndedAnalysis, UnusableSource } from './analysis-failures.js';

// Requests on the same machine come first.
const PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;

/** What an analysis gets and reports. */
export interface AnalysisOrder {
  /** A gzipped tar. */
  readonly archive: Pick<FetchedArchive, 'path' | 'release'>;
  /** Whether npm unpacks it. */
  readonly isNpmPackage: boolean;
  /** What the version before offered. */
  readonly previous: PreviousSurface | undefined;
  readonly onPhase: (phase: string) => void;
}

/** Analyzes archives in processes of their own, within the limits of the settings (ADR 25). */
@Injectable()
export class IsolatedAnalysis {
  constructor(
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    private readonly advisories: AdvisoryLookups,
  ) {}

  /**
   * The results; incomplete ones if a limit was exceeded.
   * @throws UnusableSource for a refused archive; CrashedAnalysis; EndedAnalysis; any other error for what is not the archive's fault
   */
  async run({ archive, isNpmPackage, previous, onPhase }: AnalysisOrder): Promise<Analysis> {
    const { timeoutSeconds, memoryMb } = this.config.analysis;
    const { path, release } = archive;
    const layout = isNpmPackage ? 'npm' : 'plain';
    const source = release
      ? ({ kind: 'release', path } as const)
      : ({ kind: 'archive', path, layout } as const);
    const job = { source, ...(previous && { previous }) };
    const limits = { time: timeoutSeconds * 1000, memory: memoryMb };
    let failed: Error | undefined;
    const find: typeof this.advisories.find = async (packages) => {
      try {
        return await this.advisories.find(packages);
      } catch (error) {
        failed = asError(error);
        throw error;
      }
    };
    const services = { advisories: find, priority: PRIORITY };
    const outcome = await runIsolated(job, limits, { phase: onPhase }, services);
    switch (outcome.kind) {
      case 'done':
        return outcome.analysis;
      case 'refused':
        throw new UnusableSource(`the archive is refused: ${outcome.reason}`);
      case 'unusable':
        // The database may be unavailable, which is not the fault of the version.
        if (failed !== undefined) throw failed;
        throw new Error(`the ${outcome.what} cannot be read: ${outcome.reason}`);
      case 'stopped':
        if (outcome.isEnded === true) throw new EndedAnalysis(outcome.reason);
        if (outcome.limit === undefined) throw new CrashedAnalysis(outcome.reason);
        return (await import('@mcp-hub/analyzer')).incompleteAnalysis(outcome.reason);
    }
  }
}
