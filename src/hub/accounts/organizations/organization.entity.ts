import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import type { Plan, AccountStatus } from '../../../auth/accounts/accounts.js';

/** An organization of the hub; the registry’s organization has the same slug. */
@Entity('organization')
@Unique('organization_slug_key', ['slugKey'])
@Unique('organization_payment_customer_key', ['paymentCustomer'])
@Check('organization_plan_check', `plan IN ('FREE', 'PRO', 'ENTERPRISE')`)
@Check('organization_status_check', `status IN ('ACTIVE', 'SUSPENDED', 'DELETED')`)
@Check('organization_api_calls_per_min_check', `api_calls_per_min BETWEEN 1 AND 5000`)
@Index('organization_list_idx', ['createdAt', 'id'])
export class Organization {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'organization_pkey' })
  id: string;

  @Column('text', { name: 'name' })
  name: string;

  @Column('text', { name: 'slug' })
  slug: string;

  @Column('text', { name: 'slug_key' })
  slugKey: string;

  @Column('text', { name: 'display_name' })
  displayName: string;

  @Column('text', { name: 'plan' })
  plan: Plan;

  @Column('text', { name: 'status', default: 'ACTIVE' })
  status: AccountStatus;

  @Column('integer', { name: 'api_calls_per_min', nullable: true })
  apiCallsPerMin: number | null;

  /** The customer of the payment provider whose subscription sets the plan. */
  @Column('text', { name: 'payment_customer', nullable: true })
  paymentCustomer: string | null;

  /** The subscription that last set the plan. */
  @Column('text', { name: 'payment_subscription', nullable: true })
  paymentSubscription: string | null;

  /** Creation time, by the payment provider's clock, of the newest event that set the plan. */
  @Column('timestamptz', { name: 'payment_event_at', nullable: true })
  paymentEventAt: Date | null;

  @Column('text', { name: 'payment_event_id', nullable: true })
  paymentEventId: string | null;

  /** Rank of that event, which orders events of the same second. */
  @Column('smallint', { name: 'payment_event_rank', nullable: true })
  paymentEventRank: number | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;
}
