import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Mcp } from '../mcps/mcp.entity.js';

/** A change of a server's source that is to be analyzed. */
@Entity('source_event')
// At most one of a commit waits: on an expression, which TypeORM does not know; the migration has it.
@Index('source_event_waiting_key', { synchronize: false })
@Index('source_event_mcp_idx', ['mcpId'])
@Index('source_event_created_at_idx', ['createdAt', 'id'])
export class SourceEvent {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'source_event_pkey' })
  id: string;

  @Column('uuid', { name: 'mcp_id' })
  mcpId: string;

  /** Null where the sender names a tag alone. */
  @Column('text', { name: 'commit_hash', nullable: true })
  commitHash: string | null;

  /** Such as `refs/heads/main`. */
  @Column('text', { name: 'ref' })
  ref: string;

  /** Who told, and by which delivery: `<sender>:<delivery id>`. */
  @Column('text', { name: 'delivery' })
  delivery: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** When somebody has begun to work on it. */
  @Column('timestamptz', { name: 'taken_at', nullable: true })
  takenAt: Date | null;

  @ManyToOne(() => Mcp, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'mcp_id', foreignKeyConstraintName: 'source_event_mcp_id_fkey' })
  mcp?: Relation<Mcp>;
}
