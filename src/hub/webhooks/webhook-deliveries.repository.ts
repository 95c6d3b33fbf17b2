import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { WebhookOutcome } from './delivery-effect.js';
import type { WebhookProviderName } from './providers/webhook-provider.js';

/** What identifies a delivery. */
export interface DeliveryName {
  readonly sender: WebhookProviderName;
  readonly deliveryId: string;
  readonly event: string;
}

/** SQL of the webhooks that came. */
@Injectable()
export class WebhookDeliveriesRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Takes a delivery up; false for one that has had its effect already. Another of the same name waits until the
   * transaction ends. One that had none counts anew: its sender may send it again when the repository is known.
   */
  async create({ sender, deliveryId, event }: DeliveryName): Promise<boolean> {
    const started = await this.uow.rows(
      `INSERT INTO webhook_delivery AS d (sender, delivery_id, event, received_at, outcome)
       VALUES ($1, $2, $3, now(), 'IGNORED')
       ON CONFLICT ON CONSTRAINT webhook_delivery_pkey
         DO UPDATE SET event = excluded.event, received_at = excluded.received_at, outcome = excluded.outcome
         WHERE d.outcome <> 'ACCEPTED'
       RETURNING d.delivery_id`,
      [sender, deliveryId, event],
    );
    return started.length === 1;
  }

  async end({ sender, deliveryId }: DeliveryName, outcome: WebhookOutcome): Promise<void> {
    await this.uow.rows('UPDATE webhook_delivery SET outcome = $3 WHERE sender = $1 AND delivery_id = $2', [
      sender,
      deliveryId,
      outcome,
    ]);
  }

  /** Removes some of those that came before `before`. How many. */
  async removeOld(before: Date, limit: number): Promise<number> {
    const removed = await this.uow.rows(
      `DELETE FROM webhook_delivery
        WHERE (sender, delivery_id) IN (
          SELECT sender, delivery_id FROM webhook_delivery WHERE received_at < $1 ORDER BY received_at LIMIT $2)
       RETURNING delivery_id`,
      [before, limit],
    );
    return removed.length;
  }
}
