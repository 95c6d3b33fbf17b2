import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  Unique,
  type Relation,
} from 'typeorm';
import { AuditChain } from './audit-chain.entity.js';
import type { ActorType } from './actor.js';

/** An action or an attempted action. A trigger makes the rows immutable. */
@Entity('audit_event')
@Unique('audit_event_position_key', ['chainId', 'position'])
@Check('audit_event_actor_type_check', `actor_type IN ('user', 'service_token', 'system')`)
@Index('audit_event_org_idx', ['orgId', 'occurredAt', 'position'])
@Index('audit_event_action_idx', ['orgId', 'action', 'occurredAt', 'position', 'actorType'])
@Index('audit_event_actor_type_idx', ['orgId', 'actorType', 'occurredAt', 'position'])
@Index('audit_event_resource_type_idx', ['orgId', 'resourceType', 'occurredAt', 'position', 'actorType'])
@Index('audit_event_actor_idx', ['actorId', 'occurredAt'])
@Index('audit_event_time_idx', ['occurredAt', 'id'])
export class AuditEventRow {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'audit_event_pkey' })
  id: string;

  @Column('uuid', { name: 'chain_id' })
  chainId: string;

  /** Position in the chain, from 1 without gaps. */
  @Column('bigint', { name: 'position' })
  position: string;

  @Column('uuid', { name: 'org_id', nullable: true })
  orgId: string | null;

  @Column('timestamptz', { name: 'occurred_at' })
  occurredAt: Date;

  @Column('uuid', { name: 'actor_id', nullable: true })
  actorId: string | null;

  @Column('text', { name: 'actor_type' })
  actorType: ActorType;

  @Column('text', { name: 'actor_name' })
  actorName: string;

  @Column('text', { name: 'action' })
  action: string;

  @Column('text', { name: 'resource_type' })
  resourceType: string;

  @Column('uuid', { name: 'resource_id', nullable: true })
  resourceId: string | null;

  @Column('jsonb', { name: 'details' })
  details: Record<string, unknown>;

  @Column('text', { name: 'ip_address' })
  ipAddress: string;

  @Column('text', { name: 'user_agent' })
  userAgent: string;

  @Column('bytea', { name: 'previous_hash' })
  previousHash: Buffer;

  @Column('bytea', { name: 'hash' })
  hash: Buffer;

  @ManyToOne(() => AuditChain)
  @JoinColumn({ name: 'chain_id', foreignKeyConstraintName: 'audit_event_chain_id_fkey' })
  chain?: Relation<AuditChain>;
}
