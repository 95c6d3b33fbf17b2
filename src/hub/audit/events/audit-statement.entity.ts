import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DsseEnvelope } from '@mcp-hub/client-configurations/decisions';

/** A signed checkpoint of an audit chain (ADR 68). Triggers make the rows immutable. */
@Entity('audit_statement')
export class AuditStatement {
  @PrimaryColumn('uuid', { name: 'chain_id', primaryKeyConstraintName: 'audit_statement_pkey' })
  chainId: string;

  /** Length of the chain. */
  @PrimaryColumn('bigint', { name: 'length', primaryKeyConstraintName: 'audit_statement_pkey' })
  length: string;

  /** Hash of the event at that position. */
  @Column('bytea', { name: 'head_hash' })
  headHash: Buffer;

  @Column('timestamptz', { name: 'signed_at' })
  signedAt: Date;

  @Column('jsonb', { name: 'envelope' })
  envelope: DsseEnvelope;

  /** Key of the object with the same envelope. */
  @Column('text', { name: 'object_key' })
  objectKey: string;
}
