import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { OrganizationEvent } from './organization-event.entity.js';
import { OutboundWebhook } from './outbound-webhook.entity.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from './outbound-values.js';

/** An event on its way to a webhook. */
@Entity('outbound_delivery')
@Check(
  'outbound_delivery_status_check',
  `status IN (${DELIVERY_STATUSES.map((status) => `'${status}'`).join(', ')})`,
)
@Index('outbound_delivery_list_idx', ['webhookId', 'createdAt', 'id'])
@Index('outbound_delivery_status_idx', ['webhookId', 'status', 'createdAt', 'id'])
@Index('outbound_delivery_due_idx', ['webhookId', 'runAfter', 'id'], { where: `status = 'PENDING'` })
@Index('outbound_delivery_claimed_idx', ['webhookId', 'claimedUntil'], { where: 'claim IS NOT NULL' })
@Index('outbound_delivery_retry_idx', ['retryUntil', 'id'], { where: `status = 'PENDING'` })
@Index('outbound_delivery_event_idx', ['eventId'])
export class OutboundDelivery {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'outbound_delivery_pkey' })
  id: string;

  @Column('uuid', { name: 'webhook_id' })
  webhookId: string;

  @Column('uuid', { name: 'event_id' })
  eventId: string;

  @Column('text', { name: 'status' })
  status: DeliveryStatus;

  /** Number of attempts since it was created or sent again. */
  @Column('integer', { name: 'attempts', default: 0 })
  attempts: number;

  /** When it is sent next, if it is pending. */
  @Column('timestamptz', { name: 'run_after' })
  runAfter: Date;

  /** Identifies the running attempt. */
  @Column('uuid', { name: 'claim', nullable: true })
  claim: string | null;

  /** From then on, another process may take over the attempt. */
  @Column('timestamptz', { name: 'claimed_until', nullable: true })
  claimedUntil: Date | null;

  /** No attempt follows after that. */
  @Column('timestamptz', { name: 'retry_until' })
  retryUntil: Date;

  @Column('timestamptz', { name: 'last_attempt_at', nullable: true })
  lastAttemptAt: Date | null;

  /** HTTP status of the last attempt. */
  @Column('integer', { name: 'response_status', nullable: true })
  responseStatus: number | null;

  /** Why the last attempt failed. */
  @Column('text', { name: 'error', nullable: true })
  error: string | null;

  @Column('timestamptz', { name: 'delivered_at', nullable: true })
  deliveredAt: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @ManyToOne(() => OutboundWebhook, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'webhook_id', foreignKeyConstraintName: 'outbound_delivery_webhook_id_fkey' })
  webhook?: Relation<OutboundWebhook>;

  @ManyToOne(() => OrganizationEvent, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'event_id', foreignKeyConstraintName: 'outbound_delivery_event_id_fkey' })
  event?: Relation<OrganizationEvent>;
}
