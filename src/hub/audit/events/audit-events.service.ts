import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/api-error.js';
import { parseTimestamp } from '../../../common/values/timestamp.js';
import { NIL_UUID } from '../../../common/values/uuid.js';
import { auditEventView } from './audit-event.mapper.js';
import type { AuditEventList, AuditEventQuery } from './audit-events.dto.js';
import { AuditEventsReadModel, type AuditFilter } from './audit-events.read-model.js';

/** Queries of audit events (hub contract 13). */
@Injectable()
export class AuditEventsService {
  constructor(private readonly events: AuditEventsReadModel) {}

  /** Lists the events of all chains. */
  list(query: AuditEventQuery): Promise<AuditEventList> {
    return this.find({}, query);
  }

  /** Lists the events of an organization. */
  listOfOrganization(orgId: string, query: AuditEventQuery): Promise<AuditEventList> {
    return this.find({ orgId }, query);
  }

  /** Lists the events of any organization. @throws 404 for one that never existed */
  async listOfAnyOrganization(orgId: string, query: AuditEventQuery): Promise<AuditEventList> {
    if (!(await this.events.knowsOrganization(orgId))) throw notFound('organization');
    return this.listOfOrganization(orgId, query);
  }

  /** Lists the events of a user's actions. @throws 404 for a user who never existed */
  async listOfUser(userId: string, query: AuditEventQuery): Promise<AuditEventList> {
    if (!(await this.events.knowsUser(userId))) throw notFound('user');
    const { limit, offset, actor_id: actorId = userId } = query;
    if (actorId !== userId) return { events: [], total: 0, limit, offset };
    return this.find({ actorId }, query);
  }

  private async find(of: AuditFilter, query: AuditEventQuery): Promise<AuditEventList> {
    const { action, actor_id: actorId, since, until, ...page } = query;
    const filter = {
      ...(actorId === NIL_UUID ? { actorType: 'system' } : { actorId }),
      action,
      since: parseTimestamp(since),
      until: parseTimestamp(until),
      ...of,
    };
    const { total, items } = await this.events.find(filter, page);
    return { events: items.map(auditEventView), total, ...page };
  }
}
