import { Injectable } from '@nestjs/common';
import { readPage, type FoundPage } from '../../../storage/database/paging.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { DeliveriesQuery } from './outbound-deliveries.dto.js';
import type { OutboundDelivery } from './outbound-delivery.entity.js';

/** A delivery with the type of its event. */
export type ListedDelivery = Pick<
  OutboundDelivery,
  | 'id'
  | 'eventId'
  | 'status'
  | 'attempts'
  | 'runAfter'
  | 'lastAttemptAt'
  | 'responseStatus'
  | 'error'
  | 'deliveredAt'
  | 'createdAt'
> & { readonly type: string };

const COLUMNS = `d.id, d.event_id AS "eventId", e.type, d.status, d.attempts, d.run_after AS "runAfter",
  d.last_attempt_at AS "lastAttemptAt", d.response_status AS "responseStatus", d.error,
  d.delivered_at AS "deliveredAt", d.created_at AS "createdAt"`;
const ROWS =
  'FROM outbound_delivery d JOIN organization_event e ON e.id = d.event_id WHERE d.webhook_id = $1';

/** Queries of deliveries. Callers have checked that the webhook belongs to the organization. */
@Injectable()
export class OutboundDeliveriesReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** Newest first. */
  list(webhookId: string, { status, ...page }: DeliveriesQuery): Promise<FoundPage<ListedDelivery>> {
    const list = {
      columns: COLUMNS,
      rows: status === undefined ? ROWS : `${ROWS} AND d.status = $2`,
      values: status === undefined ? [webhookId] : [webhookId, status],
      order: '"createdAt" DESC, id DESC',
      key: 'id',
    } as const;
    return readPage<ListedDelivery>(this.uow, list, page);
  }

  find(webhookId: string, id: string): Promise<ListedDelivery | undefined> {
    return this.uow.row<ListedDelivery>(`SELECT ${COLUMNS} ${ROWS} AND d.id = $2`, [webhookId, id]);
  }
}
