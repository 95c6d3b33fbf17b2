import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Mcp } from '../../catalog/mcps/mcp.entity.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';

const KEY = 'evaluated_mcp_pkey';

/** An MCP that an organization has evaluated: one that it uses, or is about to use. */
@Entity('evaluated_mcp')
@Index('evaluated_mcp_org_idx', ['orgId'])
export class EvaluatedMcp {
  @PrimaryColumn('uuid', { name: 'mcp_id', primaryKeyConstraintName: KEY })
  mcpId: string;

  @PrimaryColumn('uuid', { name: 'org_id', primaryKeyConstraintName: KEY })
  orgId: string;

  /** When it was evaluated last; up to a day early, so that not every evaluation writes. */
  @Column('timestamptz', { name: 'evaluated_at' })
  evaluatedAt: Date;

  @ManyToOne(() => Mcp, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'mcp_id', foreignKeyConstraintName: 'evaluated_mcp_mcp_id_fkey' })
  mcp?: Relation<Mcp>;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'evaluated_mcp_org_id_fkey' })
  organization?: Relation<Organization>;
}
