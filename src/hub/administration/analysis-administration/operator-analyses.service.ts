import { Injectable } from '@nestjs/common';
import { conflict, notFound } from '../../../common/errors/api-error.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { OPERATOR } from '../../audit/events/actor.js';
import {
  AnalysisJobsReadModel,
  type AnalysisJobRow,
  type AnalysisJobSelection,
} from './analysis-jobs.read-model.js';
import { AnalysisRequests } from './analysis-requests.service.js';

/** Analyses for the operator of the installation, who needs no user of the hub. */
@Injectable()
export class OperatorAnalyses {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly jobs: AnalysisJobsReadModel,
    private readonly requests: AnalysisRequests,
  ) {}

  /** A page of jobs, newest first. */
  list(selection: AnalysisJobSelection): Promise<AnalysisJobRow[]> {
    return this.jobs.page(selection);
  }

  /** @throws 404 */
  async get(id: string): Promise<AnalysisJobRow> {
    const job = await this.jobs.find(id);
    if (job === undefined) throw notFound('analysis job');
    return job;
  }

  /** Analyzes the version of a job again. @throws 404; 409 while the version is being analyzed */
  async retry(id: string): Promise<AnalysisJobRow> {
    const { versionId } = await this.get(id);
    return this.request(versionId);
  }

  /** Analyzes the newest version of an MCP again. @throws 404; 409 without a version, or while it is being analyzed */
  async run(mcpId: string): Promise<AnalysisJobRow> {
    const mcp = await this.jobs.findNewest(mcpId);
    if (mcp === undefined) throw notFound('MCP');
    if (mcp.versionId === null) throw conflict('the MCP has no version yet');
    return this.request(mcp.versionId);
  }

  private request(versionId: string): Promise<AnalysisJobRow> {
    return this.uow.run(async () => {
      const job = await this.requests.request(OPERATOR, versionId);
      if (job === undefined) throw conflict('the version is already being analyzed');
      return job;
    });
  }
}
