import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import type { DsseEnvelope } from '@mcp-hub/client-configurations/decisions';

/**
 * A signed statement about events that the chain no longer has (ADR 68). A trigger lets exactly the events go that it
 * covers, and others make the seals immutable. It has no foreign key, so that it remains after its chain is deleted.
 */
@Entity('audit_seal')
@Unique('audit_seal_position_key', ['chainId', 'lastPosition'])
@Check('audit_seal_chain_id_check', `chain_id <> '00000000-0000-0000-0000-000000000000'`)
@Check('audit_seal_positions_check', 'first_position BETWEEN 1 AND last_position')
export class AuditSeal {
  @PrimaryColumn('uuid', { name: 'chain_id', primaryKeyConstraintName: 'audit_seal_pkey' })
  chainId: string;

  /** From 1 without gaps. */
  @PrimaryColumn('integer', { name: 'ordinal', primaryKeyConstraintName: 'audit_seal_pkey' })
  ordinal: number;

  /** `YYYY-MM` in UTC. */
  @Column('text', { name: 'month' })
  month: string;

  @Column('bigint', { name: 'first_position' })
  firstPosition: string;

  @Column('bigint', { name: 'last_position' })
  lastPosition: string;

  /** Hash of the last event. */
  @Column('bytea', { name: 'last_hash' })
  lastHash: Buffer;

  @Column('timestamptz', { name: 'sealed_at' })
  sealedAt: Date;

  /** The signed statement (`SealStatement`). */
  @Column('jsonb', { name: 'envelope' })
  envelope: DsseEnvelope;

  /** Key of the object with the events. */
  @Column('text', { name: 'events_key' })
  eventsKey: string;
}
