import type {
  Distributable,
  OfferedItems,
  PackageIdentity,
  ReportedMcpb,
  ReportedStart,
  SurfaceSummary,
} from '@mcp-hub/analyzer';
import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import type { SurfaceDifference } from './surface-difference.js';

/** Scores of the subcategories (hub contract 22), from 0 to 100. */
export interface ScoreBreakdown {
  readonly security: Readonly<Record<string, number>>;
  readonly supply_chain: Readonly<Record<string, number>>;
  readonly maturity: Readonly<Record<string, number>>;
}

/**
 * The results of a version's analysis. There is no foreign key to the version: the snapshot is evidence, and stays when
 * the MCP is deleted. The snapshots of an MCP form a chain, and triggers refuse to change or delete them (ADR 53).
 */
@Entity('snapshot')
@Unique('snapshot_position_key', ['mcpId', 'position'])
@Check('snapshot_certification_level_check', 'certification_level BETWEEN 0 AND 3')
@Index('snapshot_version_idx', ['versionId', 'createdAt', 'id'])
@Index('snapshot_org_idx', ['orgId', 'createdAt', 'id'])
@Index('snapshot_org_mcp_idx', ['orgId', 'mcpId'])
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

  /** The MCP's organization and name at that time, for the evidence of deleted ones. */
  @Column('uuid', { name: 'org_id', nullable: true })
  orgId: string | null;

  @Column('text', { name: 'mcp_name' })
  mcpName: string;

  /** From 1, without gaps. */
  @Column('integer', { name: 'position' })
  position: number;

  /** Null for the first one. */
  @Column('uuid', { name: 'previous_snapshot_id', nullable: true })
  previousSnapshotId: string | null;

  /** `sha256:<hex>` (`snapshotHash`). */
  @Column('text', { name: 'snapshot_hash' })
  snapshotHash: string;

  @Column('text', { name: 'commit_hash' })
  commitHash: string;

  /** `sha256:<hex>` of the source as it was fetched. */
  @Column('text', { name: 'tarball_sha256' })
  tarballSha256: string;

  /** Keys of the hub's objects; each ends in the object's SHA-256. */
  @Column('text', { name: 'tarball_key' })
  tarballKey: string;

  @Column('text', { name: 'findings_key' })
  findingsKey: string;

  @Column('text', { name: 'report_key' })
  reportKey: string;

  @Column('text', { name: 'sarif_key' })
  sarifKey: string;

  @Column('text', { name: 'sbom_key' })
  sbomKey: string;

  @Column('text', { name: 'scanner_version' })
  scannerVersion: string;

  @Column('integer', { name: 'msss_score' })
  msssScore: number;

  @Column('integer', { name: 'msss_level' })
  msssLevel: number;

  @Column('integer', { name: 'certification_level' })
  certificationLevel: number;

  /** Why the analysis is not complete. */
  @Column('text', { name: 'incomplete_reasons', array: true, default: '{}' })
  incompleteReasons: string[];

  @Column('jsonb', { name: 'surface' })
  surface: SurfaceSummary;

  /** What it offers to clients, for comparisons; null where the analyzer did not report that. */
  @Column('jsonb', { name: 'offered', nullable: true })
  offered: OfferedItems | null;

  /** `sha256:<hex>` of what it offers; null where that is not known. */
  @Column('text', { name: 'surface_digest', nullable: true })
  surfaceDigest: string | null;

  @Column('jsonb', { name: 'distributable' })
  distributable: Distributable;

  /** What a configuration of a client can use of it; null for analyses before there was that. */
  @Column('jsonb', { name: 'start', nullable: true })
  start: ReportedStart | null;

  /** What its manifest says; null without one. */
  @Column('jsonb', { name: 'package', nullable: true })
  package: PackageIdentity | null;

  /** What the manifest of an MCP bundle says, beside its code; null for everything else. */
  @Column('jsonb', { name: 'mcpb', nullable: true })
  mcpb: ReportedMcpb | null;

  /** Compared with the version analyzed before; null without one, or if this analysis is incomplete. */
  @Column('jsonb', { name: 'difference', nullable: true })
  difference: SurfaceDifference | null;
}
