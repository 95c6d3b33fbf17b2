import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { HubChanges } from '../auth/hub/hub-changes.js';
import type { HubPrincipal } from '../auth/hub/hub-principal.js';
import { badRequest, conflict, notFound } from '../common/errors/api-error.js';
import { emailKey } from '../common/values/email-address.js';
import { currentDate } from '../common/values/clock.js';
import { actorOf } from '../hub/audit/events/actor.js';
import { AuditService } from '../hub/audit/events/audit.service.js';
import type { PageQuery } from '../hub/platform/http/page.dto.js';
import { nextRun } from './next-run.js';
import type {
  CreateReportScheduleRequest,
  ReportScheduleList,
  ReportScheduleView,
} from './report-schedules.dto.js';
import { ReportSchedulesRepository, type ScheduleRow } from './report-schedules.repository.js';

const MAX_SCHEDULES = 10;

/** Schedules by which reports about an organization are made again (hub contract 39). */
@Injectable()
export class ReportSchedulesService {
  constructor(
    private readonly changes: HubChanges,
    private readonly schedules: ReportSchedulesRepository,
    private readonly audit: AuditService,
  ) {}

  /** @throws 400 for addresses that are not those of members, 409 when the organization has the maximum number */
  create(
    principal: HubPrincipal,
    orgId: string,
    { interval, paper = 'A4', notify = [] }: CreateReportScheduleRequest,
  ): Promise<ReportScheduleView> {
    const now = currentDate();
    const schedule: ScheduleRow = {
      id: randomUUID(),
      orgId,
      interval,
      paper,
      notify: [...new Set(notify.map(emailKey))],
      nextRunAt: nextRun(interval, now),
      createdAt: now,
    };
    return this.changes.run(principal, { organizations: [orgId] }, async (caller) => {
      await this.requireMembers(orgId, notify.map(emailKey));
      if ((await this.schedules.count(orgId)) >= MAX_SCHEDULES) {
        throw conflict(`the organization has ${MAX_SCHEDULES} schedules, the maximum; delete one first`);
      }
      await this.schedules.insert(schedule);
      await this.audit.record({
        orgId,
        actor: actorOf(caller),
        action: 'report_schedule.created',
        resourceId: schedule.id,
        details: { scope: 'ORGANIZATION', interval, paper, notify: schedule.notify },
      });
      return scheduleView(schedule);
    });
  }

  /** Oldest first. */
  async list(orgId: string, page: PageQuery): Promise<ReportScheduleList> {
    const { items, total } = await this.schedules.list(orgId, page);
    return { schedules: items.map(scheduleView), total, limit: page.limit, offset: page.offset };
  }

  /** @throws 404 */
  delete(principal: HubPrincipal, orgId: string, scheduleId: string): Promise<void> {
    return this.changes.run(principal, { organizations: [orgId] }, async (caller) => {
      if (!(await this.schedules.delete(orgId, scheduleId))) throw notFound('schedule');
      await this.audit.record({
        orgId,
        actor: actorOf(caller),
        action: 'report_schedule.deleted',
        resourceId: scheduleId,
        details: {},
      });
    });
  }

  private async requireMembers(orgId: string, emails: readonly string[]): Promise<void> {
    const known = new Set(await this.schedules.memberAddresses(orgId, emails));
    const position = emails.findIndex((email) => !known.has(email));
    if (position >= 0) {
      throw badRequest(`notify[${position}]`, 'must be the verified e-mail address of a member');
    }
  }
}

const scheduleView = (schedule: ScheduleRow): ReportScheduleView => ({
  id: schedule.id,
  scope: 'ORGANIZATION',
  interval: schedule.interval,
  paper: schedule.paper,
  notify: schedule.notify,
  next_run_at: schedule.nextRunAt.toISOString(),
  created_at: schedule.createdAt.toISOString(),
});
