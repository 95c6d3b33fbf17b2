import { Injectable } from '@nestjs/common';
import { decodeCursor, encodeCursor } from '../../common/pagination/cursor.js';
import { parseTimestamp } from '../../common/values/timestamp.js';
import {
  AuditEventsReadModel,
  type AuditFilter,
  type EventPosition,
  type LinkedEvent,
} from '../../hub/audit/events/audit-events.read-model.js';
import { AuditVerificationService } from '../../hub/audit/events/audit-verification.service.js';
import { kindOfAction, kindsOf, typeOfKind } from '../../auth/trail/resource-types.js';
import { CheckpointsService } from '../../hub/audit/checkpoints/checkpoints.service.js';
import { inBatches } from '../http/batches.js';
import { pageByCursor, positionOf, requireWholeList } from '../http/grc-list.js';
import { listInfo, windowOf } from '../http/grc-query.dto.js';
import { endOfDay, startOfDay } from '../http/utc-day.js';
import { grcAuditEvent } from './audit-event.mapper.js';
import type { AuditCheckpointData } from './checkpoint.dto.js';
import type { GrcAuditEvent, GrcAuditEventList, GrcAuditEventQuery } from './grc-audit-events.dto.js';

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

  /** A page, by its number or by the cursor of the page before. @throws 422 for a cursor that is none */
  async list(orgId: string, query: GrcAuditEventQuery): Promise<GrcAuditEventList> {
    const filter = filterOf(orgId, query);
    if (query.cursor !== undefined) return this.byCursor(filter, query, query.cursor);
    const found = filter === undefined ? NO_EVENTS : await this.events.findLinked(filter, windowOf(query));
    return { ...listInfo(query, found, cursorAfter), events: found.items.map(grcAuditEvent) };
  }

  /** All events that match, in batches, without those that are added meanwhile. @throws 422 with a page or cursor */
  all(orgId: string, query: GrcAuditEventQuery): AsyncGenerator<readonly GrcAuditEvent[]> {
    requireWholeList(query);
    return this.read(filterOf(orgId, query));
  }

  private async *read(filter: OrganizationFilter | undefined): AsyncGenerator<readonly GrcAuditEvent[]> {
    if (filter === undefined) return;
    const batches = inBatches<LinkedEvent>(BATCH, (after) => this.events.linkedAfter(filter, after, BATCH));
    for await (const rows of batches) yield rows.map(grcAuditEvent);
  }

  private async byCursor(
    filter: OrganizationFilter | undefined,
    query: GrcAuditEventQuery,
    cursor: string,
  ): Promise<GrcAuditEventList> {
    const { page, ...after } = positionOf(query, cursor, parseCursor);
    const { info, items } = await pageByCursor<LinkedEvent>(query, page, {
      read: async (limit) => (filter === undefined ? [] : this.events.linkedAfter(filter, after, limit)),
      total: async () => (filter === undefined ? 0 : this.events.total(filter)),
      cursorAfter,
    });
    return { ...info, events: items.map(grcAuditEvent) };
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

/** The cursor of the page with this number, after an event. */
const cursorAfter = ({ occurredAt, position }: EventPosition, page: number): string =>
  encodeCursor([String(page), occurredAt.toISOString(), position]);

/** Where the page of a cursor begins; undefined for any other text. */
function parseCursor(text: string): (EventPosition & { readonly page: number }) | undefined {
  const [number = '', time, position = ''] = decodeCursor(text, 3) ?? [];
  const occurredAt = parseTimestamp(time);
  if (!/^\d{1,9}$/.test(number) || occurredAt === undefined || !/^\d{1,15}$/.test(position)) return undefined;
  return { page: Number(number), occurredAt, position };
}

/** The filter of a query; undefined for one that no event can match. */
function filterOf(orgId: string, query: GrcAuditEventQuery): OrganizationFilter | undefined {
  const { action, actor_type: actorType, resource_type: type, from, to } = query;
  // An action begins with the kind of its resource, so the index of one of them is enough.
  if (action !== undefined && type !== undefined && typeOfKind(kindOfAction(action)) !== type)
    return undefined;
  return {
    orgId,
    action,
    actorType,
    resourceKinds: action !== undefined || type === undefined ? undefined : kindsOf(type),
    since: from === undefined ? undefined : startOfDay(from),
    until: to === undefined ? undefined : endOfDay(to),
  };
}
