import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import type { DisabledReason } from './outbound-values.js';

/** A URL to which an organization has its events sent (hub contract 32). */
@Entity('outbound_webhook')
@Check('outbound_webhook_reason_check', `disabled_reason IN ('gone', 'failing')`)
@Index('outbound_webhook_list_idx', ['orgId', 'createdAt', 'id'])
export class OutboundWebhook {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'outbound_webhook_pkey' })
  id: string;

  @Column('uuid', { name: 'org_id' })
  orgId: string;

  @Column('text', { name: 'url' })
  url: string;

  @Column('text', { name: 'description', default: '' })
  description: string;

  /** Types of events that are sent to it. */
  @Column('text', { name: 'events', array: true })
  events: string[];

  @Column('boolean', { name: 'enabled' })
  enabled: boolean;

  /** Why the hub has disabled it; null if it has not. */
  @Column('text', { name: 'disabled_reason', nullable: true })
  disabledReason: DisabledReason | null;

  /** Encrypted (`SecretBox`). */
  @Column('bytea', { name: 'secret' })
  secret: Buffer;

  /** The secret before a rotation, which signs too until `oldSecretUntil`. */
  @Column('bytea', { name: 'old_secret', nullable: true })
  oldSecret: Buffer | null;

  @Column('timestamptz', { name: 'old_secret_until', nullable: true })
  oldSecretUntil: Date | null;

  /** Number of attempts in a row without an answer of the receiver, or with one that says that it is in trouble. */
  @Column('integer', { name: 'outages', default: 0 })
  outages: number;

  /** Nothing is sent before. */
  @Column('timestamptz', { name: 'paused_until', nullable: true })
  pausedUntil: Date | null;

  @Column('timestamptz', { name: 'last_success_at', nullable: true })
  lastSuccessAt: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;

  /** The user who made the current secret, and so has seen it; null where that is not known. */
  @Column('uuid', { name: 'made_by', nullable: true })
  madeBy: string | null;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'outbound_webhook_org_id_fkey' })
  organization?: Relation<Organization>;
}
