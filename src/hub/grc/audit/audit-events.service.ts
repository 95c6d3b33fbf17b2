import { Injectable } from '@nestjs/common';
import { AuditEventsReadModel } from '../../audit/audit-events.read-model.js';
import { AuditVerificationService } from '../../audit/audit-verification.service.js';
import { CheckpointsService } from '../../checkpoints/checkpoints.service.js';
import { pageInfo, windowOf } from '../http/grc-query.dto.js';
import { endOfDay, startOfDay } from '../http/utc-day.js';
import { grcAuditEvent } from './audit-event.mapper.js';
import type { AuditCheckpointData } from './checkpoint.dto.js';
import type { GrcAuditEventList, GrcAuditEventQuery } from './audit-events.dto.js';

/** The audit events of an organization for compliance platforms. */
@Injectable()
export class GrcAuditEventsService {
  constructor(
    private readonly events: AuditEventsReadModel,
    private readonly verification: AuditVerificationService,
    private readonly checkpoints: CheckpointsService,
  ) {}

  async list(orgId: string, query: GrcAuditEventQuery): Promise<GrcAuditEventList> {
    const { action, actor_type: actorType, resource_type: resourceType, from, to } = query;
    const { total, items } = await this.events.findLinked(
      {
        orgId,
        action,
        actorType,
        resourceType,
        since: from === undefined ? undefined : startOfDay(from),
        until: to === undefined ? undefined : endOfDay(to),
      },
      windowOf(query),
    );
    return { ...pageInfo(query, total), events: items.map(grcAuditEvent) };
  }

  /** Verifies the chain of an organization, and signs where it ends. @throws the reason of the signal */
  async checkpoint(orgId: string, signal: AbortSignal): Promise<AuditCheckpointData> {
    const { statement, envelope } = await this.checkpoints.sign(orgId, () =>
      this.verification.report(orgId, signal),
    );
    const { chain_id, length, head_hash, signed_at, consistent, broken_at } = statement;
    return { chain_id, length, head_hash, signed_at, consistent, broken_at, envelope };
  }
}
