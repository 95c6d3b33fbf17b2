import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { WebhookOutcome } from './delivery-effect.js';
import type { WebhookProviderName } from './providers/webhook-provider.js';

/** A verified webhook delivery. Kept for 30 days for deduplication. */
@Entity('webhook_delivery')
@Check(
  'webhook_delivery_outcome_check',
  `outcome IN ('ACCEPTED', 'IGNORED', 'UNKNOWN', 'REFUSED', 'STALE', 'REPLAYED')`,
)
@Index('webhook_delivery_received_at_idx', ['receivedAt'])
export class WebhookDelivery {
  @PrimaryColumn('text', { name: 'sender', primaryKeyConstraintName: 'webhook_delivery_pkey' })
  sender: WebhookProviderName;

  /** The sender's id of the delivery, or the digest of its body, after the id of the MCP and a space if its own secret signs. */
  @PrimaryColumn('text', { name: 'delivery_id', primaryKeyConstraintName: 'webhook_delivery_pkey' })
  deliveryId: string;

  /** The sender's name of the event; empty if it has none. */
  @Column('text', { name: 'event' })
  event: string;

  @Column('timestamptz', { name: 'received_at' })
  receivedAt: Date;

  @Column('text', { name: 'outcome' })
  outcome: WebhookOutcome;
}
