import { Injectable } from '@nestjs/common';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import type { UserCaller } from '../../../auth/hub/hub-principal.js';
import { conflict, notFound } from '../../../common/errors/api-error.js';
import { TransactionConflictError } from '../../../storage/database/database-errors.js';
import { actorOf } from '../../audit/events/actor.js';
import { analysisJobView } from './analysis-job.mapper.js';
import type { AnalysisJobList, AnalysisJobQuery, AnalysisJobView } from './analysis-jobs.dto.js';
import { AnalysisJobsReadModel, type AnalysisJobRow } from './analysis-jobs.read-model.js';
import { AnalysisRequests } from './analysis-requests.service.js';

/** Administration of analyses (hub contract 30). */
@Injectable()
export class AnalysisJobsService {
  constructor(
    private readonly changes: HubChanges,
    private readonly jobs: AnalysisJobsReadModel,
    private readonly requests: AnalysisRequests,
  ) {}

  async list({ status, mcp_id: mcpId, limit, offset }: AnalysisJobQuery): Promise<AnalysisJobList> {
    const rows = await this.jobs.page({ status, mcpId, limit, offset });
    const total = await this.jobs.count({ status, mcpId });
    return { analysis_jobs: rows.map(analysisJobView), total, limit, offset };
  }

  /** @throws 404 */
  async get(id: string): Promise<AnalysisJobView> {
    return analysisJobView(await this.find(id));
  }

  /** Analyzes the version of a job again. @throws 404; 409 while the version has an active job */
  async retry(principal: UserCaller, id: string): Promise<AnalysisJobView> {
    const { orgId, versionId } = await this.find(id);
    return this.changes.run(principal, { organizations: [orgId] }, async (caller) => {
      const queued = await this.requests.request(actorOf(caller), versionId);
      if (queued === undefined) throw conflict('the version is already being analyzed');
      return analysisJobView(queued);
    });
  }

  /**
   * Analyzes the newest version of an MCP again. If it has an active job, that is the answer.
   * @throws 404; 409 for an MCP without versions
   */
  async analyze(principal: UserCaller, mcpId: string): Promise<AnalysisJobView> {
    const mcp = await this.jobs.findNewest(mcpId);
    if (mcp === undefined) throw notFound('MCP');
    const { orgId, versionId } = mcp;
    if (versionId === null) throw conflict('the MCP has no version yet');
    return this.changes.run(principal, { organizations: [orgId] }, async (caller) => {
      const job =
        (await this.requests.request(actorOf(caller), versionId)) ?? (await this.jobs.findActive(versionId));
      // The active job has ended in between.
      if (job === undefined) throw new TransactionConflictError('the analysis has ended meanwhile');
      return analysisJobView(job);
    });
  }

  private async find(id: string): Promise<AnalysisJobRow> {
    const job = await this.jobs.find(id);
    if (job === undefined) throw notFound('analysis job');
    return job;
  }
}
