import { Injectable } from '@nestjs/common';
import { badRequest } from '../../../common/errors/api-error.js';
import { AuditEventsReadModel, type AuditFilter } from '../../audit/audit-events.read-model.js';
import { AuditVerificationService } from '../../audit/audit-verification.service.js';
import { CheckpointsService } from '../../checkpoints/checkpoints.service.js';
import { pageInfo, windowOf } from '../http/grc-query.dto.js';
import { endOfDay, startOfDay } from '../http/utc-day.js';
import { grcAuditEvent } from './audit-event.mapper.js';
import type { AuditCheckpointData } from './checkpoint.dto.js';
import type { GrcAuditEvent, GrcAuditEventList, GrcAuditEventQuery } from './audit-events.dto.js';

const BATCH = 500;
const NO_EVENTS = { total: 0, items: [] } as const;

type OrganizationFilter = AuditFilter & { readonly orgId: string };

/** The audit events of an organization for compliance platforms. */
@Injectable()
export class GrcAuditEventsService {
  constructor(
    private readonly events: AuditEventsReadModel,
    private readonly verification: AuditVerificationService,
    private readonly checkpoints: CheckpointsService,
  ) {}

  async list(orgId: string, query: GrcAuditEventQuery): Promise<GrcAuditEventList> {
    const filter = filterOf(orgId, query);
    const { total, items } =
      filter === undefined ? NO_EVENTS : await this.events.findLinked(filter, windowOf(query));
    return { ...pageInfo(query, total), events: items.map(grcAuditEvent) };
  }

  /** All events that match, in batches, without those that are added meanwhile. @throws 422 with a page */
  all(orgId: string, query: GrcAuditEventQuery): AsyncGenerator<GrcAuditEvent[]> {
    if (query.page !== 1) throw badRequest('page', 'must not be given with this format');
    return this.read(filterOf(orgId, query));
  }

  private async *read(filter: OrganizationFilter | undefined): AsyncGenerator<GrcAuditEvent[]> {
    if (filter === undefined) return;
    let rows = await this.events.linkedAfter(filter, undefined, BATCH);
    for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
      yield rows.map(grcAuditEvent);
      rows = rows.length < BATCH ? [] : await this.events.linkedAfter(filter, last, BATCH);
    }
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

/** The filter of a query; undefined for one that no event can match. */
function filterOf(orgId: string, query: GrcAuditEventQuery): OrganizationFilter | undefined {
  const { action, actor_type: actorType, resource_type: type, from, to } = query;
  // An action begins with its type of resource, so the index of one of them is enough.
  if (action !== undefined && type !== undefined && !action.startsWith(`${type}.`)) return undefined;
  return {
    orgId,
    action,
    actorType,
    resourceType: action === undefined ? type : undefined,
    since: from === undefined ? undefined : startOfDay(from),
    until: to === undefined ? undefined : endOfDay(to),
  };
}
