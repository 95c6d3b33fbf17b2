import type { ReportedFinding } from '@mcp-hub/analyzer';
import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  Unique,
  type Relation,
} from 'typeorm';
import { Mcp } from '../mcps/mcp.entity.js';
import type { Severity } from '../mcps/mcp-values.js';
import type { FindingStatus } from './finding-status.js';

/** A finding of an MCP over time: one row for each fingerprint (ADR 54). */
@Entity('finding')
@Unique('finding_fingerprint_key', ['mcpId', 'fingerprint'])
@Check('finding_severity_check', `severity IN ('critical', 'high', 'medium', 'low')`)
@Check('finding_status_check', `status IN ('open', 'resolved')`)
// TypeORM cannot declare the direction of an index and its other columns. By MCP, organization, or organization and one filter, newest first:
@Index('finding_list_idx', { synchronize: false })
@Index('finding_org_idx', { synchronize: false })
@Index('finding_severity_idx', { synchronize: false })
@Index('finding_vulnerability_class_idx', { synchronize: false })
@Index('finding_owasp_mcp_idx', { synchronize: false })
@Index('finding_status_idx', { synchronize: false })
@Index('finding_updated_idx', ['orgId', 'updatedAt'])
@Index('finding_resolved_idx', ['orgId', 'severity', 'resolvedAt'], { where: `status = 'resolved'` })
@Index('finding_open_idx', ['mcpId', 'snapshotId'], { where: `status = 'open'` })
export class Finding {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'finding_pkey' })
  id: string;

  @Column('uuid', { name: 'mcp_id' })
  mcpId: string;

  /** That of the MCP; set by triggers in the database when the MCP gets one. */
  @Column('uuid', { name: 'org_id', nullable: true })
  orgId: string | null;

  @Column('text', { name: 'fingerprint' })
  fingerprint: string;

  @Column('text', { name: 'rule_id' })
  ruleId: string;

  @Column('text', { name: 'severity' })
  severity: Severity;

  /** `A` to `N`. */
  @Column('text', { name: 'vulnerability_class' })
  vulnerabilityClass: string;

  /** `MCP01` to `MCP10`. */
  @Column('text', { name: 'owasp_mcp' })
  owaspMcp: string;

  /** As the analyzer reported it last. */
  @Column('jsonb', { name: 'detail' })
  detail: ReportedFinding;

  @Column('text', { name: 'status' })
  status: FindingStatus;

  @Column('timestamptz', { name: 'first_detected_at' })
  firstDetectedAt: Date;

  @Column('timestamptz', { name: 'last_seen_at' })
  lastSeenAt: Date;

  @Column('timestamptz', { name: 'resolved_at', nullable: true })
  resolvedAt: Date | null;

  /** When its status or content changed last. */
  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;

  /** The newest snapshot that has it, and its version. */
  @Column('uuid', { name: 'snapshot_id' })
  snapshotId: string;

  @Column('uuid', { name: 'version_id' })
  versionId: string;

  @ManyToOne(() => Mcp, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'mcp_id', foreignKeyConstraintName: 'finding_mcp_id_fkey' })
  mcp?: Relation<Mcp>;
}
