import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { WebhookOutcome } from './delivery-effect.js';
import type { WebhookProviderName } from './providers/webhook-provider.js';
import { WEBHOOK_PROVIDER_NAMES } from './providers/webhook-providers.js';

const SENDERS = WEBHOOK_PROVIDER_NAMES.map((name) => `'${name}'`).join(', ');

/** A webhook that was verified. Kept for a while, so that the same one has one effect. */
@Entity('webhook_delivery')
@Check('webhook_delivery_sender_check', `sender IN (${SENDERS})`)
@Check('webhook_delivery_outcome_check', `outcome IN ('ACCEPTED', 'IGNORED', 'UNKNOWN', 'STALE', 'REPLAYED')`)
@Index('webhook_delivery_received_at_idx', ['receivedAt'])
export class WebhookDelivery {
  @PrimaryColumn('text', { name: 'sender', primaryKeyConstraintName: 'webhook_delivery_pkey' })
  sender: WebhookProviderName;

  /** The sender's own name for it, or the digest of its bytes. */
  @PrimaryColumn('text', { name: 'delivery_id', primaryKeyConstraintName: 'webhook_delivery_pkey' })
  deliveryId: string;

  /** What the sender calls it; empty where it does not say. */
  @Column('text', { name: 'event' })
  event: string;

  @Column('timestamptz', { name: 'received_at' })
  receivedAt: Date;

  @Column('text', { name: 'outcome' })
  outcome: WebhookOutcome;
}
