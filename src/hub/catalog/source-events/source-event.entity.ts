import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Mcp } from '../mcps/mcp.entity.js';

/** A change of an MCP's source, queued for analysis. */
@Entity('source_event')
// At most one pending event for each commit of a branch or tag. The index is on an expression, which TypeORM cannot declare; it is in the
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

  /** The commit before; null if unknown, or for a new branch or tag. */
  @Column('text', { name: 'previous_commit', nullable: true })
  previousCommit: string | null;

  /** Whether the sender says that the branch or tag has moved on, and not back. */
  @Column('boolean', { name: 'is_forward', default: false })
  isForward: boolean;

  /** The version that the tag names for the MCP; null for branches. */
  @Column('text', { name: 'semver', nullable: true })
  semver: string | null;

  /** Full name of the repository's default branch; null for a sender that does not say. */
  @Column('text', { name: 'default_branch', nullable: true })
  defaultBranch: string | null;

  /** `host#id` of the repository; null for a sender that does not say. */
  @Column('text', { name: 'repo_identity', nullable: true })
  repoIdentity: string | null;

  /** The address of the repository according to the sender; null for events of the hub itself. */
  @Column('text', { name: 'repo_url', nullable: true })
  repoUrl: string | null;

  /** Sender and delivery id: `<sender>:<delivery id>`. */
  @Column('text', { name: 'delivery' })
  delivery: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** When its code host is asked next. */
  @Column('timestamptz', { name: 'run_after', default: () => 'now()' })
  runAfter: Date;

  /** How often that was put off. */
  @Column('integer', { name: 'attempts', default: 0 })
  attempts: number;

  /** When a worker took the event. */
  @Column('timestamptz', { name: 'taken_at', nullable: true })
  takenAt: Date | null;

  @ManyToOne(() => Mcp, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'mcp_id', foreignKeyConstraintName: 'source_event_mcp_id_fkey' })
  mcp?: Relation<Mcp>;
}
