import { Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Mcp } from '../../catalog/mcps/mcp.entity.js';

/** An MCP to analyze again, because advisories about its dependencies have changed. */
@Entity('advisory_recheck')
@Index('advisory_recheck_created_at_idx', ['createdAt', 'mcpId'])
export class AdvisoryRecheck {
  @PrimaryColumn('uuid', { name: 'mcp_id', primaryKeyConstraintName: 'advisory_recheck_pkey' })
  mcpId: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @OneToOne(() => Mcp, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'mcp_id', foreignKeyConstraintName: 'advisory_recheck_mcp_id_fkey' })
  mcp?: Relation<Mcp>;
}
