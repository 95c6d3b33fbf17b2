import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Organization } from '../../accounts/organizations/organization.entity.js';

/** What a policy does with an MCP that it matches (hub contract 11). */
export const POLICY_ACTIONS = ['DENY', 'WARN', 'ALLOW'] as const;
export type PolicyAction = (typeof POLICY_ACTIONS)[number];

/** A rule of an organization about which MCPs may be used. */
@Entity('policy')
@Check('policy_action_check', `action IN (${POLICY_ACTIONS.map((action) => `'${action}'`).join(', ')})`)
@Index('policy_order_idx', ['orgId', 'priority', 'createdAt', 'id'])
export class Policy {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'policy_pkey' })
  id: string;

  @Column('uuid', { name: 'org_id' })
  orgId: string;

  @Column('text', { name: 'name' })
  name: string;

  @Column('text', { name: 'description', default: '' })
  description: string;

  @Column('text', { name: 'action' })
  action: PolicyAction;

  @Column('text', { name: 'target_type' })
  targetType: string;

  @Column('text', { name: 'target_value' })
  targetValue: string;

  /** Lower values are evaluated first; ties by age. */
  @Column('integer', { name: 'priority' })
  priority: number;

  @Column('boolean', { name: 'enabled' })
  enabled: boolean;

  /** Empty: all environments. */
  @Column('text', { name: 'environments', array: true, default: '{}' })
  environments: string[];

  @Column('text', { name: 'reason', nullable: true })
  reason: string | null;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'policy_org_id_fkey' })
  organization?: Relation<Organization>;
}
