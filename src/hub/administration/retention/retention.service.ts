import { Injectable } from '@nestjs/common';
import { currentDate } from '../../../common/values/clock.js';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { actorOf } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { changesBetween } from '../../audit/events/changes.js';
import type { ChangeRetentionRequest, RetentionView } from './retention.dto.js';
import { RetentionRepository, type RetainedMonths } from './retention.repository.js';

/** How long organizations keep their records (hub contract 34). */
@Injectable()
export class RetentionService {
  constructor(
    private readonly changes: HubChanges,
    private readonly retention: RetentionRepository,
    private readonly audit: AuditService,
  ) {}

  async get(orgId: string): Promise<RetentionView> {
    return retentionView(await this.retention.find(orgId));
  }

  /** An absent field of the request stays as it is. */
  change(principal: HubPrincipal, orgId: string, request: ChangeRetentionRequest): Promise<RetentionView> {
    return this.changes.run(principal, { organizations: [orgId] }, async (caller) => {
      const current = await this.retention.find(orgId);
      const months: RetainedMonths = {
        auditMonths: request.audit_months,
        evaluationMonths: request.evaluation_months ?? current.evaluationMonths,
      };
      const view = retentionView(months);
      const changes = changesBetween(retentionView(current), view);
      if (changes === undefined) return view;
      await this.retention.save(orgId, months, currentDate());
      await this.audit.record({
        orgId,
        actor: actorOf(caller),
        action: 'organization.retention_changed',
        resourceId: orgId,
        details: { changes },
      });
      return view;
    });
  }
}

const retentionView = ({ auditMonths, evaluationMonths }: RetainedMonths): RetentionView => ({
  audit_months: auditMonths,
  evaluation_months: evaluationMonths,
});
