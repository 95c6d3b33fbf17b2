import type { Analysis } from '@mcp-hub/analyzer';
import { Injectable } from '@nestjs/common';
import { LostAttempt } from '../../../jobs/attempts/attempt.js';
import { Publications } from '../publication/publications.service.js';
import { SnapshotRecorder } from '../recording/snapshot-recorder.js';
import { AnalysisAttemptsRepository, type AnalysisAttempt } from './analysis-attempts.repository.js';
import { IsolatedAnalysis } from './isolated-analysis.js';
import type { FetchTarget } from './sources/source-fetcher.js';
import { VersionSources } from './sources/version-sources.js';

/** The surroundings of one attempt. */
export interface Surroundings extends FetchTarget {
  /** Called when a phase starts. */
  readonly enter: (phase: string) => void;
}

/** Fetches, analyzes and records a version. */
@Injectable()
export class VersionAnalysis {
  constructor(
    private readonly sources: VersionSources,
    private readonly analyzer: IsolatedAnalysis,
    private readonly recorder: SnapshotRecorder,
    private readonly attempts: AnalysisAttemptsRepository,
    private readonly publications: Publications,
  ) {}

  /**
   * Ends the job and requests its publication in the transaction that records the results. @throws whatever prevents
   * that, the signal's reason too
   */
  async run(attempt: AnalysisAttempt, { folder, signal, enter }: Surroundings): Promise<void> {
    const { versionId } = attempt;
    const archive = await this.sources.fetch(attempt, { folder, signal });
    signal.throwIfAborted();
    const previous = await this.recorder.previousSurface(versionId);
    const analysis = await unlessAborted(
      signal,
      this.analyzer.run({
        archive,
        isNpmPackage: attempt.source?.kind === 'npm',
        previous,
        onPhase: enter,
      }),
    );
    enter('recording');
    await this.recorder.record({ versionId, analysis, archive }, async (recorded) => {
      if (!(await this.attempts.succeed(attempt))) throw new LostAttempt();
      await this.publications.request(versionId, recorded);
    });
  }
}

/**
 * Gives up waiting when the signal is aborted. The analysis ends by itself within its limits, or with this process.
 */
async function unlessAborted(signal: AbortSignal, analysis: Promise<Analysis>): Promise<Analysis> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([analysis, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
    // Nobody waits for a failure after the abort.
    analysis.catch(() => undefined);
  }
}
