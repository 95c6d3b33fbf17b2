import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Mcp } from '../mcps/mcp.entity.js';

/** Number of an MCP's findings of one kind; written by triggers in the database (ADR 66). */
@Entity('finding_count')
@Index('finding_count_org_idx', [
  'orgId',
  'severity',
  'vulnerabilityClass',
  'owaspMcp',
  'status',
  'count',
  'mcpId',
])
export class FindingCount {
  @PrimaryColumn('uuid', { name: 'mcp_id', primaryKeyConstraintName: 'finding_count_pkey' })
  mcpId: string;

  @PrimaryColumn('text', { name: 'severity', primaryKeyConstraintName: 'finding_count_pkey' })
  severity: string;

  @PrimaryColumn('text', { name: 'vulnerability_class', primaryKeyConstraintName: 'finding_count_pkey' })
  vulnerabilityClass: string;

  @PrimaryColumn('text', { name: 'owasp_mcp', primaryKeyConstraintName: 'finding_count_pkey' })
  owaspMcp: string;

  @PrimaryColumn('text', { name: 'status', primaryKeyConstraintName: 'finding_count_pkey' })
  status: string;

  @Column('uuid', { name: 'org_id', nullable: true })
  orgId: string | null;

  @Column('integer', { name: 'count' })
  count: number;

  @ManyToOne(() => Mcp, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'mcp_id', foreignKeyConstraintName: 'finding_count_mcp_id_fkey' })
  mcp?: Relation<Mcp>;
}
