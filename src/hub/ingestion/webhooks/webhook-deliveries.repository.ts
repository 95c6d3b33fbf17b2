import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { WebhookOutcome } from './delivery-effect.js';
import type { Signer } from './delivery-signers.js';
import type { WebhookProviderName } from './providers/webhook-provider.js';

/** The identity of a delivery, as its headers have it. */
export interface SentName {
  readonly sender: WebhookProviderName;
  readonly deliveryId: string;
  readonly event: string;
}

/** The identity of a verified delivery. */
export interface DeliveryName extends SentName {
  readonly signer: Signer;
}

/**
 * What is claimed once for each signer: nobody can have an id or a body used up for another one. Ids and digests have no
 * spaces.
 */
export const claimOf = (signer: Signer, value: string): string =>
  signer === null ? value : `${signer} ${value}`;

/** SQL of the received webhook deliveries. */
@Injectable()
export class WebhookDeliveriesRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Inserts a delivery; false if it already had an effect. A concurrent insert with the same name waits until the
   * transaction ends. A delivery without an effect may be processed again: its sender may redeliver it once the
   * repository is in the catalog.
   */
  async create({ sender, deliveryId, event, signer }: DeliveryName): Promise<boolean> {
    const inserted = await this.uow.rows(
      `INSERT INTO webhook_delivery AS d (sender, delivery_id, event, received_at, outcome)
       VALUES ($1, $2, $3, now(), 'IGNORED')
       ON CONFLICT ON CONSTRAINT webhook_delivery_pkey
         DO UPDATE SET event = excluded.event, received_at = excluded.received_at, outcome = excluded.outcome
         WHERE d.outcome <> 'ACCEPTED'
       RETURNING d.delivery_id`,
      [sender, claimOf(signer, deliveryId), event],
    );
    return inserted.length === 1;
  }

  async end({ sender, deliveryId, signer }: DeliveryName, outcome: WebhookOutcome): Promise<void> {
    await this.uow.rows('UPDATE webhook_delivery SET outcome = $3 WHERE sender = $1 AND delivery_id = $2', [
      sender,
      claimOf(signer, deliveryId),
      outcome,
    ]);
  }

  /** Deletes up to `limit` deliveries received before `before` and returns how many were deleted. */
  async deleteOld(before: Date, limit: number): Promise<number> {
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
