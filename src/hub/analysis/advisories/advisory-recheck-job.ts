import { Injectable } from '@nestjs/common';
import { Background } from '../../../jobs/background.decorator.js';
import type { RecurringJob } from '../../../jobs/recurring-jobs.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { AnalysisQueue } from '../../catalog/intake/analysis-queue.js';
import { McpDependenciesRepository } from './mcp-dependencies.repository.js';

const BATCH = 100;

/** Queues an analysis of each MCP that changed advisories are about. The mark goes when the job is there. */
@Background('api')
@Injectable()
export class AdvisoryRecheckJob implements RecurringJob {
  readonly name = 'advisory-rechecks';
  readonly everyMs = 60_000;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly dependencies: McpDependenciesRepository,
    private readonly queue: AnalysisQueue,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.queueBatch()) === BATCH);
  }

  private queueBatch(): Promise<number> {
    return this.uow.run(async () => {
      const taken = await this.dependencies.takeRechecks(BATCH);
      const versions = taken.flatMap(({ versionId }) => versionId ?? []);
      if (versions.length > 0) await this.queue.request(versions, 'advisories');
      return taken.length;
    });
  }
}
