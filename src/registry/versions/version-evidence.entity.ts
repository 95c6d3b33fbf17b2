import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Version } from './version.entity.js';

/** An evidence artifact referenced by a version. */
@Entity('registry_version_evidence')
@Index('registry_version_evidence_digest_idx', ['orgId', 'digest'])
export class VersionEvidence {
  @PrimaryColumn('uuid', { name: 'version_id', primaryKeyConstraintName: 'registry_version_evidence_pkey' })
  versionId: string;

  @PrimaryColumn('text', { name: 'digest', primaryKeyConstraintName: 'registry_version_evidence_pkey' })
  digest: string;

  @Column('uuid', { name: 'org_id' })
  orgId: string;

  /** Whether its publisher had no right to it, which is as if it were not stored (ADR 10). */
  @Column('boolean', { name: 'withheld', default: false })
  withheld: boolean;

  @ManyToOne(() => Version, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'version_id', foreignKeyConstraintName: 'registry_version_evidence_version_id_fkey' })
  version?: Relation<Version>;
}
