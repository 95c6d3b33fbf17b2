import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Mcp } from '../mcps/mcp.entity.js';

/** A change of an MCP's source, queued for analysis. */
@Entity('source_event')
// At most one pending event for each commit. The index is on an expression, which TypeORM cannot declare; it is in the
// migration.
@Index('source_event_waiting_key', { synchronize: false })
@Index('source_event_mcp_idx', ['mcpId'])
@Index('source_event_created_at_idx', ['createdAt', 'id'])
export class SourceEvent {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'source_event_pkey' })
  id: string;

  @Column('uuid', { name: 'mcp_id' })
  mcpId: string;

  /** Null when the sender sends only a tag. */
  @Column('text', { name: 'commit_hash', nullable: true })
  commitHash: string | null;

  /** Such as `refs/heads/main`. */
  @Column('text', { name: 'ref' })
  ref: string;

  /** Sender and delivery id: `<sender>:<delivery id>`. */
  @Column('text', { name: 'delivery' })
  delivery: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** When a worker took the event. */
  @Column('timestamptz', { name: 'taken_at', nullable: true })
  takenAt: Date | null;

  @ManyToOne(() => Mcp, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'mcp_id', foreignKeyConstraintName: 'source_event_mcp_id_fkey' })
  mcp?: Relation<Mcp>;
}
