import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { WebhookOutcome, WebhookSender } from './webhook-values.js';

/** A webhook that was verified. Kept for a while, so that the same one has one effect. */
@Entity('webhook_delivery')
@Check('webhook_delivery_sender_check', `sender IN ('github', 'gitlab', 'bitbucket', 'stripe')`)
@Check('webhook_delivery_outcome_check', `outcome IN ('ACCEPTED', 'IGNORED', 'UNKNOWN', 'STALE', 'REPLAYED')`)
@Index('webhook_delivery_received_at_idx', ['receivedAt'])
export class WebhookDelivery {
  @PrimaryColumn('text', { name: 'sender', primaryKeyConstraintName: 'webhook_delivery_pkey' })
  sender: WebhookSender;

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
