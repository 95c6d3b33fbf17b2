import { Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Mcp } from '../../catalog/mcps/mcp.entity.js';

/** The secret with which the code host of one source signs its webhooks (ADR 114). */
@Entity('source_secret')
@Index('source_secret_list_idx', ['createdAt', 'mcpId'])
export class SourceSecret {
  @PrimaryColumn('uuid', { name: 'mcp_id', primaryKeyConstraintName: 'source_secret_pkey' })
  mcpId: string;

  /** Encrypted (`SecretBox`). */
  @Column('bytea', { name: 'secret' })
  secret: Buffer;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** The user who made it, and so has seen it. */
  @Column('uuid', { name: 'created_by' })
  createdBy: string;

  /** The secret before, which counts too until `oldSecretUntil`; null unless that was asked for. */
  @Column('bytea', { name: 'old_secret', nullable: true })
  oldSecret: Buffer | null;

  @Column('timestamptz', { name: 'old_secret_until', nullable: true })
  oldSecretUntil: Date | null;

  @Column('uuid', { name: 'old_created_by', nullable: true })
  oldCreatedBy: string | null;

  @OneToOne(() => Mcp, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'mcp_id', foreignKeyConstraintName: 'source_secret_mcp_id_fkey' })
  mcp?: Relation<Mcp>;
}
