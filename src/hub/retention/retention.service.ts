import { Injectable } from '@nestjs/common';
import { HubChanges } from '../../access/hub-changes.js';
import type { HubPrincipal } from '../../access/hub-principal.js';
import { actorOf } from '../audit/actor.js';
import { AuditService } from '../audit/audit.service.js';
import { changesBetween } from '../audit/changes.js';
import type { ChangeRetentionRequest, RetentionView } from './retention.dto.js';
import { RetentionRepository } from './retention.repository.js';

/** How long organizations keep their records (hub contract 34). */
@Injectable()
export class RetentionService {
  constructor(
    private readonly changes: HubChanges,
    private readonly retention: RetentionRepository,
    private readonly audit: AuditService,
  ) {}

  async get(orgId: string): Promise<RetentionView> {
    return { audit_months: await this.retention.auditMonths(orgId) };
  }

  change(
    principal: HubPrincipal,
    orgId: string,
    { audit_months: months }: ChangeRetentionRequest,
  ): Promise<RetentionView> {
    return this.changes.run(principal, { organizations: [orgId] }, async (caller) => {
      const view = { audit_months: months };
      const changes = changesBetween(await this.get(orgId), view);
      if (changes === undefined) return view;
      await this.retention.save(orgId, months, new Date());
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
