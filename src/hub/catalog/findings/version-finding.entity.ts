import type { ReportedFinding } from '@mcp-hub/analyzer';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, Unique, type Relation } from 'typeorm';
import { McpVersion } from '../mcps/mcp-version.entity.js';

/** A finding in the latest snapshot of a version. */
@Entity('version_finding')
@Unique('version_finding_fingerprint_key', ['versionId', 'fingerprint'])
export class VersionFinding {
  @PrimaryColumn('uuid', { name: 'version_id', primaryKeyConstraintName: 'version_finding_pkey' })
  versionId: string;

  /** Its position in the report, from 1. */
  @PrimaryColumn('integer', { name: 'ordinal', primaryKeyConstraintName: 'version_finding_pkey' })
  ordinal: number;

  @Column('text', { name: 'fingerprint' })
  fingerprint: string;

  @Column('text', { name: 'severity' })
  severity: string;

  @Column('text', { name: 'vulnerability_class' })
  vulnerabilityClass: string;

  @Column('jsonb', { name: 'detail' })
  detail: ReportedFinding;

  @ManyToOne(() => McpVersion, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'version_id', foreignKeyConstraintName: 'version_finding_version_id_fkey' })
  version?: Relation<McpVersion>;
}
