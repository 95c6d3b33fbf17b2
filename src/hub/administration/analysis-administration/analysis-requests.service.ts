import { Injectable } from '@nestjs/common';
import type { Actor } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { AnalysisQueue } from '../../catalog/intake/analysis-queue.js';
import { AnalysisJobsReadModel, type AnalysisJobRow } from './analysis-jobs.read-model.js';

/** Requests of further analyses of a version. */
@Injectable()
export class AnalysisRequests {
  constructor(
    private readonly jobs: AnalysisJobsReadModel,
    private readonly queue: AnalysisQueue,
    private readonly audit: AuditService,
  ) {}

  /**
   * In the caller's transaction: queues a job and records that. Undefined if the version has an active one, or is gone.
   */
  async request(actor: Actor, versionId: string): Promise<AnalysisJobRow | undefined> {
    const [id] = await this.queue.request([versionId], 'retry');
    const job = id === undefined ? undefined : await this.jobs.find(id);
    if (job === undefined) return undefined;
    await this.audit.record({
      orgId: job.orgId,
      actor,
      action: 'analysis.requested',
      resourceId: job.id,
      details: { mcp_name: job.mcpName, version_id: versionId, visible_version: job.visibleVersion },
    });
    return job;
  }
}
