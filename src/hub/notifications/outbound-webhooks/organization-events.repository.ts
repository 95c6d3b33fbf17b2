import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { DELIVERY_LEASE } from './delivery-lease.js';
import type { EventType } from './outbound-values.js';

/** An event to store. */
export interface NewEvent {
  readonly id: string;
  readonly orgId: string;
  readonly type: string;
  /** As JSON. */
  readonly data: string;
  readonly at: Date;
  readonly retryUntil: Date;
}

/** The number of webhooks that an event is sent to, and of those whose backlog is full. */
export interface FannedOut {
  readonly added: number;
  readonly dropped: number;
}

/** Most deliveries that wait for one webhook. */
const MAX_PENDING = 10_000;

/** Condition on a webhook `w` and its organization `o`: events are sent to it. */
export const IS_ACTIVE = `w.enabled AND o.status = 'ACTIVE' AND o.plan = 'ENTERPRISE'`;

const HAS_ROOM = `(SELECT count(*) FROM (
     SELECT FROM outbound_delivery p WHERE p.webhook_id = w.id AND p.status = 'PENDING' LIMIT ${MAX_PENDING}) p)
   < ${MAX_PENDING}`;

/** SQL of events and of the deliveries that they cause. */
@Injectable()
export class OrganizationEventsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Which organizations have a webhook that asks for a type of events. */
  async askingFor(type: EventType, orgIds: readonly string[]): Promise<string[]> {
    const rows = await this.uow.rows<{ id: string }>(
      `SELECT o.id FROM organization o
        WHERE o.id = ANY ($2::uuid[])
          AND EXISTS (SELECT FROM outbound_webhook w WHERE w.org_id = o.id AND $1 = ANY (w.events) AND ${IS_ACTIVE})
        ORDER BY o.id`,
      [type, orgIds],
    );
    return rows.map(({ id }) => id);
  }

  /** Stores an event with a delivery for each webhook that asks for it; nothing if none does. */
  async insert({ id, orgId, type, data, at, retryUntil }: NewEvent): Promise<FannedOut> {
    const row = await this.uow.row<FannedOut>(
      `WITH asking AS (
         SELECT w.id, ${HAS_ROOM} AS has_room
           FROM outbound_webhook w JOIN organization o ON o.id = w.org_id
          WHERE w.org_id = $2 AND $3 = ANY (w.events) AND ${IS_ACTIVE}
       ), event AS (
         INSERT INTO organization_event (id, org_id, type, data, created_at)
         SELECT $1::uuid, $2::uuid, $3::text, $4::jsonb, $5::timestamptz
          WHERE EXISTS (SELECT FROM asking WHERE has_room)
       ), added AS (
         INSERT INTO outbound_delivery (id, webhook_id, event_id, status, run_after, retry_until, created_at)
         SELECT gen_random_uuid(), id, $1, 'PENDING', $5, $6, $5 FROM asking WHERE has_room
         RETURNING id
       )
       SELECT (SELECT count(*) FROM added)::integer AS added,
              (SELECT count(*) FROM asking WHERE NOT has_room)::integer AS dropped`,
      [id, orgId, type, data, at, retryUntil],
    );
    return row ?? { added: 0, dropped: 0 };
  }

  /** Stores an event for one webhook, whatever it asks for. Returns the id of its delivery; undefined if there is no room. */
  async insertFor(webhookId: string, event: NewEvent): Promise<string | undefined> {
    const { id, orgId, type, data, at, retryUntil } = event;
    const row = await this.uow.row<{ id: string }>(
      `WITH asking AS (
         SELECT w.id FROM outbound_webhook w WHERE w.id = $7 AND w.org_id = $2 AND ${HAS_ROOM}
       ), event AS (
         INSERT INTO organization_event (id, org_id, type, data, created_at)
         SELECT $1::uuid, $2::uuid, $3::text, $4::jsonb, $5::timestamptz FROM asking
       )
       INSERT INTO outbound_delivery (id, webhook_id, event_id, status, run_after, retry_until, created_at)
       SELECT gen_random_uuid(), id, $1, 'PENDING', $5, $6, $5 FROM asking
       RETURNING id`,
      [id, orgId, type, data, at, retryUntil, webhookId],
    );
    return row?.id;
  }

  /** Has a delivery of a webhook sent again, with new attempts. False if there is no such delivery. */
  async sendAgain(webhookId: string, id: string, now: Date, retryUntil: Date): Promise<boolean> {
    const row = await this.uow.row(
      `UPDATE outbound_delivery
          SET status = 'PENDING', attempts = 0, run_after = $3, retry_until = $4, delivered_at = NULL,
              ${DELIVERY_LEASE.ended}
        WHERE webhook_id = $1 AND id = $2 RETURNING id`,
      [webhookId, id, now, retryUntil],
    );
    return row !== undefined;
  }

  /** Deletes up to `limit` events from before `before` that wait for no delivery, and returns how many. */
  async deleteOld(before: Date, limit: number): Promise<number> {
    const removed = await this.uow.rows(
      `DELETE FROM organization_event
        WHERE id IN (
          SELECT e.id FROM organization_event e
           WHERE e.created_at < $1
             AND NOT EXISTS (SELECT FROM outbound_delivery d WHERE d.event_id = e.id AND d.status = 'PENDING')
           ORDER BY e.created_at, e.id LIMIT $2)
       RETURNING id`,
      [before, limit],
    );
    return removed.length;
  }
}
