import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../../../common/values/json.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { DELIVERY_LEASE } from './delivery-lease.js';
import { IS_ACTIVE } from './organization-events.repository.js';

/** A delivery that this process works on. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly claim: string;
  /** The number of this attempt, from 1. */
  readonly attempt: number;
  readonly retryUntil: Date;
  readonly webhookId: string;
  readonly orgId: string;
  readonly url: string;
  readonly secret: Buffer;
  /** Null unless it still signs. */
  readonly oldSecret: Buffer | null;
  readonly eventId: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly eventAt: Date;
}

/** How an attempt failed. */
export interface DeliveryFailure {
  /** Null without an answer. */
  readonly status: number | null;
  readonly error: string;
}

/** Attempts at a time for one webhook, and for one organization, in all processes together (ADR 113). */
const PER_WEBHOOK = 2;
const PER_ORGANIZATION = 4;
// Longer than an attempt takes with the recording of its result.
const DURATION = `interval '60 seconds'`;

const IN_PROGRESS = DELIVERY_LEASE.isTaken('b', '$2');
const FREE = DELIVERY_LEASE.isFree('d', '$2');

/**
 * The webhooks with something to do are found by jumping from one to the next in an index, so that the backlog of one
 * does not slow down the search for others.
 */
const CLAIM = `
  WITH RECURSIVE waiting AS (
    (SELECT d.webhook_id AS id FROM outbound_delivery d WHERE d.status = 'PENDING' ORDER BY d.webhook_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.webhook_id FROM outbound_delivery d
             WHERE d.status = 'PENDING' AND d.webhook_id > waiting.id ORDER BY d.webhook_id LIMIT 1)
      FROM waiting WHERE waiting.id IS NOT NULL
  ), due AS (
    SELECT next.id
      FROM waiting
      JOIN outbound_webhook w ON w.id = waiting.id
      JOIN organization o ON o.id = w.org_id
     CROSS JOIN LATERAL (
       SELECT count(*) AS running FROM outbound_webhook s JOIN outbound_delivery b ON b.webhook_id = s.id
        WHERE s.org_id = w.org_id AND ${IN_PROGRESS}) share
     CROSS JOIN LATERAL (
       SELECT d.id, d.run_after FROM outbound_delivery d
        WHERE d.webhook_id = w.id AND d.status = 'PENDING' AND d.run_after <= $2 AND ${FREE}
        ORDER BY d.run_after, d.id LIMIT 1) AS next
     WHERE ${IS_ACTIVE} AND (w.paused_until IS NULL OR w.paused_until <= $2)
       AND (SELECT count(*) FROM outbound_delivery b WHERE b.webhook_id = w.id AND ${IN_PROGRESS}) < ${PER_WEBHOOK}
       AND share.running < ${PER_ORGANIZATION}
     ORDER BY share.running, next.run_after, next.id LIMIT 1
       FOR NO KEY UPDATE OF w SKIP LOCKED)
  UPDATE outbound_delivery d
     SET ${DELIVERY_LEASE.taken('$1', DURATION, '$2')}, attempts = d.attempts + 1, last_attempt_at = $2
    FROM due, outbound_webhook w, organization_event e
   WHERE d.id = due.id AND d.status = 'PENDING' AND ${FREE} AND w.id = d.webhook_id AND e.id = d.event_id
  RETURNING d.id, d.claim, d.attempts AS attempt, d.retry_until AS "retryUntil", w.id AS "webhookId",
            w.org_id AS "orgId", w.url, w.secret, CASE WHEN w.old_secret_until > $2 THEN w.old_secret END AS "oldSecret",
            e.id AS "eventId", e.type, e.data, e.created_at AS "eventAt"`;

/** SQL of deliveries. An attempt that was taken over by another process changes nothing. */
@Injectable()
export class OutboundDeliveriesRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Takes the next due delivery, or one whose attempt crashed; undefined if there is none. Concurrent callers get
   * different ones.
   */
  claim(now: Date): Promise<ClaimedDelivery | undefined> {
    return this.uow.row<ClaimedDelivery>(CLAIM, [randomUUID(), now]);
  }

  /** Ends a successful attempt. False if another process has taken it over. */
  async succeed({ id, claim }: ClaimedDelivery, status: number, now: Date): Promise<boolean> {
    const row = await this.uow.row(
      `UPDATE outbound_delivery
          SET status = 'DELIVERED', delivered_at = $3, response_status = $4, error = NULL, ${DELIVERY_LEASE.ended}
        WHERE ${DELIVERY_LEASE.isHeld()} RETURNING id`,
      [id, claim, now, status],
    );
    return row !== undefined;
  }

  /**
   * Ends a failed attempt: the next one follows at `runAfter`, or none does. False if another process has taken it over.
   */
  async fail(
    { id, claim }: ClaimedDelivery,
    { status, error }: DeliveryFailure,
    runAfter: Date | undefined,
  ): Promise<boolean> {
    const row = await this.uow.row(
      `UPDATE outbound_delivery
          SET status = CASE WHEN $5::timestamptz IS NULL THEN 'DEAD' ELSE 'PENDING' END,
              run_after = coalesce($5, run_after), response_status = $3, error = $4, ${DELIVERY_LEASE.ended}
        WHERE ${DELIVERY_LEASE.isHeld()} RETURNING id`,
      [id, claim, status, error, runAfter ?? null],
    );
    return row !== undefined;
  }

  /** Ends an attempt that this process gives up: it does not count, and is made again. */
  async release({ id, claim }: ClaimedDelivery): Promise<void> {
    await this.uow.rows(
      `UPDATE outbound_delivery SET attempts = attempts - 1, ${DELIVERY_LEASE.ended} WHERE ${DELIVERY_LEASE.isHeld()}`,
      [id, claim],
    );
  }

  /** Locks the webhook of an attempt that has ended. */
  lockWebhook(
    id: string,
  ): Promise<{ readonly outages: number; readonly lastSuccessAt: Date | null } | undefined> {
    return this.uow.row(
      `SELECT outages, last_success_at AS "lastSuccessAt" FROM outbound_webhook WHERE id = $1 FOR NO KEY UPDATE`,
      [id],
    );
  }

  /** Records that a receiver works. */
  async recover(webhookId: string, now: Date): Promise<void> {
    await this.uow.rows(
      'UPDATE outbound_webhook SET outages = 0, paused_until = NULL, last_success_at = $2 WHERE id = $1',
      [webhookId, now],
    );
  }

  /** Sends nothing to a webhook until a time. */
  async pause(webhookId: string, outages: number, until: Date): Promise<void> {
    await this.uow.rows('UPDATE outbound_webhook SET outages = $2, paused_until = $3 WHERE id = $1', [
      webhookId,
      outages,
      until,
    ]);
  }

  /** Ends up to `limit` deliveries that were not tried until their time was over, and returns how many. */
  async expire(before: Date, limit: number): Promise<number> {
    const rows = await this.uow.rows(
      `UPDATE outbound_delivery
          SET status = 'DEAD', ${DELIVERY_LEASE.ended},
              error = coalesce(error, 'it was not sent in time: the webhook was disabled or too slow')
        WHERE id IN (SELECT d.id FROM outbound_delivery d
                      WHERE d.status = 'PENDING' AND d.retry_until < $1
                        AND ${DELIVERY_LEASE.isFree('d', '$1')}
                      ORDER BY d.retry_until, d.id LIMIT $2
                        FOR UPDATE SKIP LOCKED)
       RETURNING id`,
      [before, limit],
    );
    return rows.length;
  }
}
