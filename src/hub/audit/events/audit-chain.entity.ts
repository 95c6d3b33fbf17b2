import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The end of an audit chain: that of an organization, by its id, or of the platform. */
@Entity('audit_chain')
export class AuditChain {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'audit_chain_pkey' })
  id: string;

  @Column('bigint', { name: 'length' })
  length: string;

  /** Hash of the last event; 32 zero bytes for an empty chain. */
  @Column('bytea', { name: 'hash' })
  hash: Buffer;
}
