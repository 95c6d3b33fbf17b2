import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Scores of the subcategories (hub contract 22), from 0 to 100. */
export interface ScoreBreakdown {
  readonly security: Readonly<Record<string, number>>;
  readonly supply_chain: Readonly<Record<string, number>>;
  readonly maturity: Readonly<Record<string, number>>;
}

/**
 * The results of a version's analysis. There is no foreign key to the version: the snapshot is evidence, and stays when
 * the MCP is deleted.
 */
@Entity('snapshot')
@Index('snapshot_version_idx', ['versionId', 'createdAt', 'id'])
@Index('snapshot_mcp_idx', ['mcpId', 'createdAt', 'id'])
export class Snapshot {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'snapshot_pkey' })
  id: string;

  @Column('uuid', { name: 'mcp_id' })
  mcpId: string;

  @Column('uuid', { name: 'version_id' })
  versionId: string;

  @Column('integer', { name: 'global_score' })
  globalScore: number;

  @Column('integer', { name: 'security_score' })
  securityScore: number;

  @Column('integer', { name: 'supply_chain_score' })
  supplyChainScore: number;

  @Column('integer', { name: 'maturity_score' })
  maturityScore: number;

  @Column('jsonb', { name: 'breakdown' })
  breakdown: ScoreBreakdown;

  @Column('text', { name: 'grade' })
  grade: string;

  /** Whether the analysis covered everything. */
  @Column('boolean', { name: 'complete' })
  complete: boolean;

  @Column('text', { name: 'toolchain_version' })
  toolchainVersion: string;

  @Column('text', { name: 'scoring_version' })
  scoringVersion: string;

  @Column('text', { name: 'controls_catalog_version' })
  controlsCatalogVersion: string;

  @Column('integer', { name: 'total_findings' })
  totalFindings: number;

  @Column('integer', { name: 'critical_findings' })
  criticalFindings: number;

  @Column('integer', { name: 'high_findings' })
  highFindings: number;

  @Column('integer', { name: 'medium_findings' })
  mediumFindings: number;

  @Column('integer', { name: 'low_findings' })
  lowFindings: number;

  /** Letters of the vulnerability classes with findings. */
  @Column('text', { name: 'finding_classes', array: true, default: '{}' })
  findingClasses: string[];

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}
