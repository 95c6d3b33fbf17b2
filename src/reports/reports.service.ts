import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { HubChanges } from '../auth/hub/hub-changes.js';
import type { HubPrincipal } from '../auth/hub/hub-principal.js';
import { badRequest, conflict, notFound } from '../common/errors/api-error.js';
import { currentDate } from '../common/values/clock.js';
import { actorOf } from '../hub/audit/events/actor.js';
import type { PageQuery } from '../hub/platform/http/page.dto.js';
import { newReportView, reportView } from './report.mapper.js';
import { MAX_PENDING, ReportRequests } from './report-requests.js';
import { ReportTargetsReadModel } from './data/report-targets.read-model.js';
import type { CreateReportRequest, ReportList, ReportView } from './reports.dto.js';
import { ReportsRepository, type NewReport } from './reports.repository.js';

/** Reports of organizations (hub contract 39). */
@Injectable()
export class ReportsService {
  constructor(
    private readonly changes: HubChanges,
    private readonly targets: ReportTargetsReadModel,
    private readonly requests: ReportRequests,
    private readonly reports: ReportsRepository,
  ) {}

  /** @throws 400 for terms that contradict each other, 404 for a snapshot of others, 409 with too many pending reports */
  create(principal: HubPrincipal, orgId: string, request: CreateReportRequest): Promise<ReportView> {
    const snapshotId = snapshotOf(request);
    const id = randomUUID();
    return this.changes.run(principal, { organizations: [orgId] }, async (caller) => {
      if (snapshotId !== null && !(await this.targets.mayReport(orgId, snapshotId)))
        throw notFound('snapshot');
      const actor = actorOf(caller);
      const report: NewReport = {
        id,
        orgId,
        scope: snapshotId === null ? 'ORGANIZATION' : 'SNAPSHOT',
        snapshotId,
        paper: request.paper ?? 'A4',
        scheduleId: null,
        requestedBy: actor.name,
        createdAt: currentDate(),
      };
      if (!(await this.requests.add(report, actor))) {
        throw conflict(
          `the organization has ${MAX_PENDING} reports that are not made yet; wait for them first`,
        );
      }
      return newReportView(report);
    });
  }

  /** Newest first. */
  async list(orgId: string, page: PageQuery): Promise<ReportList> {
    const { items, total } = await this.reports.list(orgId, page);
    return { reports: items.map(reportView), total, limit: page.limit, offset: page.offset };
  }

  /** @throws 404 */
  async get(orgId: string, reportId: string): Promise<ReportView> {
    const report = await this.reports.find(orgId, reportId);
    if (report === undefined) throw notFound('report');
    return reportView(report);
  }
}

/** The snapshot of a request; null for the organization as a whole. @throws 400 */
function snapshotOf({ scope, snapshot_id: snapshotId }: CreateReportRequest): string | null {
  if (scope === 'ORGANIZATION') {
    if (snapshotId === undefined) return null;
    throw badRequest('snapshot_id', 'must be left out for the scope ORGANIZATION');
  }
  if (snapshotId === undefined) throw badRequest('snapshot_id', 'must be given for the scope SNAPSHOT');
  return snapshotId;
}
